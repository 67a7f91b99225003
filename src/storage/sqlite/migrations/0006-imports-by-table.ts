/** The only table that imports could fill before this step. */
export const onlyImported = 'pets'

export const importsByTable = `
  ALTER TABLE import_under_way ADD COLUMN table_name TEXT NOT NULL DEFAULT '${onlyImported}';
`
