export const filteredPages = `
  DROP INDEX pets_by_status;

  -- It has all that a page shows: the rows of a filtered page need not be looked up one by one.
  CREATE INDEX pets_by_status ON pets (status, id, name, category_id);
`
