/** A name or a word as words are recognised: letters and figures only, without accents, in small letters. */
export function loose(text: string): string {
  return text
    .replaceAll("#", " number")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
