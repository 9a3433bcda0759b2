const scripts = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Coptic", "Lisu"].map(
  (name) => new RegExp(`\\p{Script=${name}}`, "u"),
);

/** Whether a word mixes alphabets whose letters look alike: `trаnsfer` with one Cyrillic letter (threat S21). */
export function mixesScripts(name: string): boolean {
  return name.split(/[^\p{L}\p{M}]+/u).some((word) => scripts.filter((script) => script.test(word)).length > 1);
}
