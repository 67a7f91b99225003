// Node 22.13 or later has SQLite.
import { DatabaseSync } from 'node:sqlite'
import { PetStore } from 'petstore-client'

// A change waits for whoever reads the copy.
const copy = new DatabaseSync('copy.db', { timeout: 5_000 })
copy.exec(`
  CREATE TABLE IF NOT EXISTS pets (id INTEGER PRIMARY KEY, name TEXT, status TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS place (one INTEGER PRIMARY KEY CHECK (one = 1), position TEXT) STRICT;
`)
const put = copy.prepare('INSERT OR REPLACE INTO pets VALUES (?, ?, ?)')
const remove = copy.prepare('DELETE FROM pets WHERE id = ?')
const readPlace = copy.prepare('SELECT position FROM place')
const storePlace = copy.prepare('INSERT OR REPLACE INTO place VALUES (1, ?)')

// It never ends: it lives through outages of the service, and goes on after a restart of its own.
await new PetStore().mirror({
  load: () => {
    const place = readPlace.get()
    return place && JSON.parse(String(place['position']))
  },
  save: (changes, position) => {
    copy.exec('BEGIN')
    for (const change of changes) {
      if (change.kind === 'put') put.run(change.pet.id, change.pet.name, change.pet.status ?? null)
      else if (change.kind === 'delete') remove.run(change.id)
      else copy.exec('DELETE FROM pets')
    }
    storePlace.run(JSON.stringify(position))
    copy.exec('COMMIT')
  },
})
