import { temporaryFolder } from '../helpers/app.ts'
import { assertShown, programFolder, readDocument, runBlocks } from '../helpers/docs.ts'
import { freePort } from '../helpers/free-port.ts'
import { needs, testWith } from '../helpers/needs.ts'
import { needsNodes } from '../helpers/nodes.ts'
import { startPostgres } from '../helpers/postgres.ts'
import { startValkey } from '../helpers/valkey.ts'

const it = testWith(needsNodes || needs('bash', 'curl', 'openssl'))

const path = 'docs/cluster.md'
const blocks = readDocument(path).tests.get('two nodes on one machine') ?? []

it(`${path}: the commands start two nodes on this machine, which serve the same data and count together`, async (t) => {
  const server = await startPostgres()
  t.after(() => server.close())
  const valkey = await startValkey(t)
  const [first, second] = [await freePort(), await freePort()]
  const actual = new Map([
    [
      'petstore@127.0.0.1:5432/petstore_staging',
      server.url(await server.newDatabase()).slice('postgres://'.length),
    ],
    ['127.0.0.1:6379', `127.0.0.1:${valkey.port}`],
    ['8081', String(first)],
    ['8083', String(second)],
    ['9465', '0'],
  ])
  const folder = temporaryFolder(t)
  const ran = await runBlocks(blocks, {
    cwd: folder,
    translate: (text) =>
      [...actual].reduce((all, [shown, real]) => all.replaceAll(shown, real), text),
    env: {
      PATH: `${programFolder(folder)}:${process.env['PATH']}`,
      HOME: folder,
      PETSTORE_METRICS_PORT: '0',
      // On a busy machine no node counts alone.
      PETSTORE_COUNTERS_DEADLINE: '5000ms',
    },
  })
  assertShown(path, blocks, ran)
})
