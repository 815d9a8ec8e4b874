/** Words that depend on a number, by the plural rules of a language. */

export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Gives a function that puts a number into the fitting form; `#` stands for the number. */
export function counting(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const digits = new Intl.NumberFormat(language);
  return (count, forms) => {
    const form = forms[rules.select(Math.abs(count))] ?? forms.other;
    return form.replace("#", digits.format(count).replace("-", "−"));
  };
}

/** Gives a function that lists words: "a, b and c". */
export function listing(language: string, kind: "conjunction" | "disjunction"): (items: readonly string[]) => string {
  const format = new Intl.ListFormat(language, { type: kind });
  return (items) => format.format(items);
}
