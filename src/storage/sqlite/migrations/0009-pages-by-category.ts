export const pagesByCategory = `
  -- Each has all that a page shows, so a page by category is one range of an index. A new animal is two entries more:
  -- alone it writes 24.5 KB to the log in place of 13.7 KB; of 64 at once each writes 1.1 KB in place of 0.5 KB.
  CREATE INDEX pets_by_category ON pets (category_id, id, name, status);
  CREATE INDEX pets_by_category_and_status ON pets (category_id, status, id, name);
`
