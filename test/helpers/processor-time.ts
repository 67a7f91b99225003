/**
 * Milliseconds of processor time that the work takes this process, all of its threads together. Unlike elapsed time it
 * says the same on a busy machine.
 */
export const processorTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
