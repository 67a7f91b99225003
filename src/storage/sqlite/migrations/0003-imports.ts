export const imports = `
  -- The ids that an import has taken and whose animals nobody sees until it is done.
  CREATE TABLE import_under_way (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    first INTEGER NOT NULL,
    last INTEGER NOT NULL
  ) STRICT;
`
