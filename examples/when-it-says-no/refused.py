from petstore_client import (
    ApiError,
    AuthenticationError,
    ConflictError,
    NotFoundError,
    PermissionError,
    PetStore,
    PreconditionError,
    RateLimitError,
    ServiceError,
)

store = PetStore()


def attempt(what):
    """Does something, and says what to do if the store refuses it."""
    try:
        what()
        print("done")
    except ApiError as error:
        print(f"{error.code}: {advice(error)}")


def advice(error):
    if isinstance(error, NotFoundError):
        return "it is not there"
    if isinstance(error, (ConflictError, PreconditionError)):
        return "read it again, then decide"
    if isinstance(error, (AuthenticationError, PermissionError)):
        return "use another key"
    # The client has waited and tried again by itself, as long as the call may take.
    if isinstance(error, RateLimitError):
        return f"wait {error.retry_after} s"
    if isinstance(error, ServiceError):
        return "try again later, with the same idempotency key"
    return "mend the request; the message says what is wrong"


attempt(lambda: store.pets.create({"name": "", "categoryId": 1}))
attempt(lambda: store.orders.get(9999))
etag = store.with_response.pets.find(1).etag
attempt(lambda: store.pets.update(1, {"name": "Rexy"}, if_match=etag))
attempt(lambda: store.pets.update(1, {"name": "Max"}, if_match=etag))
