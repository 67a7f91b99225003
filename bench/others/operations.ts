import type { Workload } from '../cases.ts'
import { animals, type Started } from './contender.ts'

/** The three operations of every contender, in the order of measurement: creates come last, as they change the store. */
export const operations = ['page of 20, hot', 'single read', 'create'] as const
export type Operation = (typeof operations)[number]

/** The load: 32 connections for reads, 64 for creates. */
export const loadsOf = ({
  headers,
  list,
  page,
}: Omit<Started, 'server'>): Readonly<Record<Operation, Workload>> => {
  const json = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ name: 'Rex', categoryId: 3, status: 'available' })
  const reads = { GET: { status: 200 } } as const
  return {
    'page of 20, hot': {
      name: 'page of 20, hot',
      load: { connections: 32, headers, requests: [{ method: 'GET', path: page }] },
      expected: reads,
    },
    'single read': {
      name: 'single read',
      load: {
        connections: 32,
        headers,
        requests: Array.from({ length: animals }, (_, at) => ({
          method: 'GET',
          // A prime step: requests that follow each other ask for distant animals.
          path: `${list}/${1 + ((at * 389) % animals)}`,
        })),
      },
      expected: reads,
    },
    create: {
      name: 'create',
      load: {
        connections: 64,
        headers,
        requests: [{ method: 'POST', path: list, body, headers: json }],
        // Some write or sync for each create alone. On a slow disk the last of 64 waits for long.
        longestWait: 60,
      },
      expected: { POST: { status: 201 } },
    },
  }
}
