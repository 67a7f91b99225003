export const pagesByCategory = `
  -- Each has all that a page shows, so a page by category is one range of an index. A new animal is two entries more.
  CREATE INDEX pets_by_category ON pets (category_id, id, name, status);
  CREATE INDEX pets_by_category_and_status ON pets (category_id, status, id, name);
`
