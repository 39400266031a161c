/** Normalizes a word for recognition: only letters and digits, in lower case, without accents. */
export function normalize(text: string): string {
  return text
    .replaceAll("#", " number")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
