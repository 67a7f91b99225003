import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { casesFor } from './cases.ts'
import { measureCluster } from './cluster.ts'
import { fillStore } from './data.ts'
import { writeCluster, writeDocs } from './docs.ts'
import { measureIsolation } from './isolation.ts'
import { findGenerator } from './load.ts'
import { describeMachine } from './machine.ts'
import { measure, type Measured } from './measure.ts'
import { measureMemory, type MemoryOverTime } from './memory.ts'
import { readOptions } from './options.ts'
import { plotOf } from './plot.ts'
import { clusterPlanOf } from './plan.ts'
import { clusterOf, isolationOf, machineOf, memoryOf, tableOf } from './report.ts'
import {
  clusterFile,
  type ClusterResults,
  readClusterResults,
  readResults,
  type Results,
  resultsFile,
  type Sized,
  writeClusterResults,
  writeResults,
} from './results.ts'
import { serverOf, startService, stop } from './servers.ts'
import { measureStart } from './startup.ts'
import { usageOf } from './usage.ts'
import { guardWork } from './counted/guard.ts'

const options = readOptions(process.argv.slice(2))
const print = (text: string): void => void process.stdout.write(text)

const generator = options.generator ?? (await findGenerator())
const effort = { generator, rounds: options.rounds, seconds: options.seconds }

const measureSize = async (animals: number, results: Results): Promise<Results> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  try {
    const fill = { environment: 'staging', animals, keys: options.keys } as const
    const begun = performance.now()
    const filled = await fillStore(dataDir, fill, options.keep)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    print(`${animals} animals and ${options.keys} keys filled in ${seconds} s\n`)
    const { threads } = options
    const serve = { dataDir, environments: ['staging'], threads } as const
    const start = await measureStart(serve, filled.keys.wide, options.starts)
    const service = await startService(serve)
    try {
      const server = serverOf(service, 'staging')
      const cases = casesFor({ ...filled, animals }).filter(
        ({ name, quick }) => name.includes(options.only) && (quick || !options.quick),
      )
      const measured: Measured[] = []
      let memory: MemoryOverTime | undefined
      const cold = cases.find(({ name }) => name === 'cold page')
      if (options.memory && cold !== undefined && animals === Math.max(...options.sizes)) {
        memory = await measureMemory(server, cold, generator)
        print(`${memoryOf(memory)}\n`)
      }
      for (const each of cases) {
        measured.push(await measure(server, each, effort))
        if (process.stdout.isTTY) print(`${each.name}\n`)
      }
      const peak = usageOf(service.process.pid)?.peak ?? Number.NaN
      const sized: Sized = { ...fill, threads, cases: measured, peak, start }
      print(`${tableOf(sized)}\n`)
      const others = results.sizes.filter((each) => each.animals !== animals)
      return { ...results, sizes: [...others, sized], memory: memory ?? results.memory }
    } finally {
      await stop(service)
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

const aboutRun = (machine: Results['machine']) => {
  const { rounds, seconds } = effort
  return {
    day: new Date().toISOString().slice(0, 10),
    generator,
    effort: `${rounds} round${rounds === 1 ? '' : 's'} of ${seconds} s for each server and case`,
    machine,
  }
}

const runCluster = async (): Promise<ClusterResults> => {
  const machine = describeMachine()
  const results = { ...aboutRun(machine), ...(await measureCluster(options, effort)) }
  writeClusterResults(results)
  return results
}

const run = async (): Promise<Results> => {
  const machine = describeMachine()
  print(`${machineOf(machine)}; ${generator}\n\n`)
  let results: Results = {
    ...aboutRun(machine),
    sizes: [],
    memory: undefined,
    isolation: undefined,
  }
  const before = options.add ? readResults() : undefined
  if (before !== undefined) {
    results = { ...results, ...pick(before) }
  }
  for (const animals of options.sizes) {
    results = await measureSize(animals, results)
    // What takes long is kept from the first part on.
    writeResults(results)
  }
  if (options.isolation) {
    results = { ...results, isolation: await measureIsolation(generator, effort.rounds) }
    print(`${isolationOf(results.isolation ?? [])}\n`)
  }
  return results
}

const pick = ({ sizes, memory, isolation }: Results) => ({ sizes, memory, isolation })

if (options.cluster) {
  const results = options.from ? readClusterResults() : await runCluster()
  if (results === undefined) throw new Error(`There is no ${clusterFile}; measure first.`)
  print(`${clusterOf(results)}\n${clusterPlanOf(results)}\n${clusterFile}\n`)
  if (options.writeDocs) writeCluster(results)
  process.exit()
}
if (options.work) {
  const { ok, told } = await guardWork()
  print(`${told}\n`)
  if (!ok) process.exitCode = 1
}
const results = options.from ? readResults() : await run()
if (results === undefined) throw new Error(`There is no ${resultsFile}; measure first.`)
writeResults(results)
const plot = join(resultsFile, '../cost-by-size.svg')
writeFileSync(plot, plotOf(results.sizes))
print(`${resultsFile}\n${plot}\n`)
if (options.writeDocs) writeDocs(results)
