from petstore_client import ConflictError, PetStore

store = PetStore()


def hold(reference):
    """Holds an animal that is available. Somebody else may be quicker: then it tries the next."""
    # The newest first: the oldest is what everybody else tries, too.
    for pet in store.pets.list(status="available", sort="-id", limit=5).first().items:
        try:
            # However often the client has to send it, the order is placed once.
            return store.orders.place({"petId": pet["id"], "reference": reference})
        except ConflictError as error:
            if error.code != "pet_not_available":
                raise
            print(f"animal {pet['id']} is gone; the next one")
    raise SystemExit("No animal is available.")


order = hold("walk-in 12")
print(f"held: animal {order['petId']}, order {order['status']}")

# The customer came and takes it home.
print(store.orders.update(order["id"], {"status": "delivered"})["status"])
