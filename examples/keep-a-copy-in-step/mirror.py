import json
import sqlite3
import threading

from petstore_client import PetStore

copy = sqlite3.connect("copy.db", isolation_level=None)
copy.executescript("""
    CREATE TABLE IF NOT EXISTS pets (id INTEGER PRIMARY KEY, name TEXT, status TEXT);
    CREATE TABLE IF NOT EXISTS place (one INTEGER PRIMARY KEY CHECK (one = 1), position TEXT);
""")


def load():
    place = copy.execute("SELECT position FROM place").fetchone()
    return place and json.loads(place[0])


def save(changes, position):
    copy.execute("BEGIN")
    for kind, value in changes:
        if kind == "put":
            row = (value["id"], value["name"], value["status"])
            copy.execute("INSERT OR REPLACE INTO pets VALUES (?, ?, ?)", row)
        elif kind == "delete":
            copy.execute("DELETE FROM pets WHERE id = ?", (value,))
        else:
            copy.execute("DELETE FROM pets")
    copy.execute("INSERT OR REPLACE INTO place VALUES (1, ?)", (json.dumps(position),))
    copy.execute("COMMIT")


# It never ends: it lives through outages of the service, and goes on after a restart of its own.
PetStore().mirror(load, save, threading.Event())
