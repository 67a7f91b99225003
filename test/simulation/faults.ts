import { putIn, type Replacement, sabotages } from '../torture/sabotage.ts'

/** Faults put into the code by hand, each of which breaks one promise. A simulation must find each. */
export const faults: Readonly<Record<string, Replacement>> = {
  hold: sabotages.hold,
  quota: sabotages.quota,
  event: sabotages.event,
  /** The database acknowledges some commits that it does not keep, as with a sync that is left out. */
  commit: {
    file: 'test/simulation/database.ts',
    place: "exec('COMMIT')",
    instead: "exec(this.#time.random() < 0.02 ? 'ROLLBACK' : 'COMMIT')",
  },
  /** Commits are not synced to the disk. */
  sync: {
    file: 'src/store/sqlite/database.ts',
    place: 'PRAGMA synchronous = FULL',
    instead: 'PRAGMA synchronous = NORMAL',
  },
  /** A change is answered before it is committed. */
  early: {
    file: 'src/store/group-commit.ts',
    place: '(transaction) => makeChanges(applying, transaction, members, checksKeys)',
    instead: `function* (transaction) {
      const early = yield* makeChanges(applying, transaction, members, checksKeys)
      tell(members, early)
      return early
    }`,
  },
  /** Who does not know whether a change was made is told that it was not. */
  unknown: {
    file: 'src/http/flow.ts',
    place: 'if (thrown instanceof OutcomeUnknown) exchange.request.abandon()',
    instead: `if (thrown instanceof OutcomeUnknown)
      exchange.refuse(toApiError(new StorageUnavailable('unreachable', thrown)))`,
  },
  /** Other nodes do not hear of a change, and show what they have cached. */
  unannounced: {
    file: 'src/store/configured/storage.ts',
    place: 'await announce()',
    instead: 'await Promise.resolve()',
  },
  /** Cached pages stay, whatever changes. */
  cached: {
    file: 'src/http/flow.ts',
    place: 'admitted.version ?? bound.cache?.version ?? 0',
    instead: '0',
  },
  /** A request that is repeated on another node at the same time is done twice. */
  repeated: {
    file: 'src/store/results.ts',
    place: 'answers.some(({ count }) => count === 0)',
    instead: 'answers.length < 0',
  },
  /** A node goes on with the keys that it remembers. */
  revoked: {
    file: 'src/access/keys/authenticator.ts',
    place: 'cache.clear()',
    instead: '',
  },
  /** An animal that changes its status stays counted in the one before. */
  inventory: {
    file: 'src/store/row-counts.ts',
    place: 'String(before[field])], -1)',
    instead: 'String(before[field])], 0)',
  },
  /** What happened is counted twice in the statistics. */
  statistics: {
    file: 'src/store/row-counts.ts',
    place: 'String(part), what, measure], 1)',
    instead: 'String(part), what, measure], 2)',
  },
  /** What hangs on an animal or a person stays when these are deleted. */
  deletion: {
    file: 'src/store/apply.ts',
    place: 'if (all !== undefined) {',
    instead: 'if (all?.length === 0) {',
  },
  /** An event whose queueing fails is not sent. */
  queued: {
    file: 'src/delivery/queue-filler.ts',
    place: 'Object.assign(endpoint, { version: undefined, cursor: from })',
    instead: '',
  },
  /** A message that its receiver refused counts as delivered. */
  taken: {
    file: 'src/resources/webhooks/health.ts',
    place: 'status < 300n',
    instead: 'status < 600n',
  },
  /** A message is sent again before its time. */
  hasty: {
    file: 'src/resources/webhooks/delivery-changes.ts',
    place: 'const delays = [5,',
    instead: 'const delays = [2,',
  },
  /** A webhook that was disabled is sent events. */
  disabled: {
    file: 'src/resources/webhooks/health.ts',
    place: "state === 'enabled' ||",
    instead: "state === 'enabled' || state === 'disabled' ||",
  },
}

/** Puts a fault into what this process loads later. */
export const putFaultIn = (name: string): void => {
  const fault = faults[name]
  if (fault === undefined) throw new Error(`There is no fault ${name}.`)
  putIn(fault)
}
