/** Work that one node does at a time, who does it, and until when: milliseconds since the Unix epoch. */
export const leases = `
CREATE TABLE leases (
  work text COLLATE "C" PRIMARY KEY,
  holder text COLLATE "C" NOT NULL,
  ends_at bigint NOT NULL
);
`
