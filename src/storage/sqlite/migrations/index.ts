import { stepsFor } from '../../sql/steps.ts'
import { initial } from './0001-initial.ts'
import { idempotency } from './0002-idempotency.ts'
import { imports } from './0003-imports.ts'
import { filteredPages } from './0004-filtered-pages.ts'
import { results } from './0005-results.ts'
import { importsByTable } from './0006-imports-by-table.ts'
import { categories } from './0007-categories.ts'
import { versions } from './0008-versions.ts'
import { pagesByCategory } from './0009-pages-by-category.ts'
import { openOrders } from './0010-open-orders.ts'
import { orders } from './0011-orders.ts'
import { scopes } from './0012-scopes.ts'
import { totals } from './0013-totals.ts'
import { pagesByName } from './0014-pages-by-name.ts'
import { webhooks } from './0015-webhooks.ts'
import { events } from './0016-events.ts'
import { cheaperOrders } from './0017-cheaper-orders.ts'
import { requestHistory } from './0018-request-history.ts'
import { ownEvents } from './0019-own-events.ts'
import { narrowerEvents } from './0020-narrower-events.ts'

/** Every step of the schema, in order; step n brings a file from version n-1 to n. A published step never changes. */
export const migrations: readonly string[] = [
  initial,
  idempotency,
  imports,
  filteredPages,
  results,
  importsByTable,
  categories,
  versions,
  pagesByCategory,
  openOrders,
  orders,
  scopes,
  totals,
  pagesByName,
  webhooks,
  events,
  cheaperOrders,
  requestHistory,
  ownEvents,
  narrowerEvents,
  ...stepsFor('sqlite'),
]
