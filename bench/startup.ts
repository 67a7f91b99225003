import { parseAnswer, RawConnection, writeRequest } from './shared/raw-client.ts'
import { median } from './measure.ts'
import { serverOf, startService, type ServiceOptions, stop } from './servers.ts'

/**
 * Milliseconds from the start of the process to the end of the first answer of 200, the median of so many starts.
 *
 * @param key of an API key of staging
 */
export const measureStart = async (
  options: ServiceOptions,
  key: string,
  starts: number,
): Promise<number> => {
  const times: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const begun = performance.now()
    const service = await startService(options)
    try {
      const connection = await RawConnection.open(serverOf(service, 'staging').port)
      const headers = { Authorization: `Bearer ${key}` }
      const { status } = parseAnswer(await connection.ask(writeRequest('GET', '/v1/pets', headers)))
      times.push(performance.now() - begun)
      connection.close()
      if (status !== 200) throw new Error(`The first answer was ${status}.`)
    } finally {
      await stop(service)
    }
  }
  return median(times)
}
