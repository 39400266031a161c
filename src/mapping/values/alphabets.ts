/** Cyrillic letters in the spelling of passports (ICAO 9303), Greek letters in that of ELOT 743. */
const cyrillic =
  "а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ ie ы y э e ю iu я ia є ie і i ї i ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ќ kj ѕ dz";
const greek =
  "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o ά a έ e ή i ί i ό o ύ y ώ o ϊ i ϋ y ΐ i ΰ y";

/** The soft sign has no sound of its own. */
export const CYRILLIC: Readonly<Record<string, string>> = { ...lettersOf(cyrillic), ь: "", Ь: "" };
export const GREEK: Readonly<Record<string, string>> = lettersOf(greek);

/** Returns the letters of an alphabet in both cases. */
function lettersOf(alphabet: string): Record<string, string> {
  const words = alphabet.split(" ");
  const letters: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 2) {
    const [letter = "", latin = ""] = [words[index], words[index + 1]];
    letters[letter.toUpperCase()] = latin.charAt(0).toUpperCase() + latin.slice(1);
    letters[letter] = latin;
  }
  return letters;
}
