/**
 * Puts rows into the table of a Markdown file that stands between `<!-- rows: name -->`, right above its
 * head, and `<!-- end of rows -->`.
 *
 * @throws Error if the file has no such place
 */
export const fillTable = (markdown: string, name: string, rows: string): string => {
  const place = new RegExp(
    `(<!-- rows: ${name} -->\\n\\|[^\\n]*\\n\\|[^\\n]*\\n)[^]*?(<!-- end of rows -->)`,
  )
  if (!place.test(markdown)) throw new Error(`There is no place for the rows of ${name}.`)
  return markdown.replace(place, (_all, head: string, end: string) => `${head}${rows}${end}`)
}
