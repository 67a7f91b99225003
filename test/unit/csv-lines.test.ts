import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from '../../src/cli/bulk/csv.ts'
import { NewPet } from '../../src/resources/pets/pet.ts'
import { pets } from '../../src/resources/pets/table.ts'

/** The line and the text of each record of a CSV file that arrives in chunks. */
const linesOf = async (
  text: string,
  chunkBytes: number,
): Promise<ReadonlyArray<readonly [line: number, text: string]>> => {
  const whole = Buffer.from(text)
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < whole.length; at += chunkBytes) {
      yield whole.subarray(at, at + chunkBytes)
    }
  }
  const lines: Array<readonly [number, string]> = []
  for await (const batch of readCsv({ table: pets, creation: NewPet }, chunks(), 'refused')) {
    for (const record of batch) lines.push([record.line, record.text()])
  }
  return lines
}

const many = Array.from({ length: 1_200 }, (_, n) => n)

for (const [name, text, expected] of [
  ['blank lines', 'name,categoryId\nA,1\n\n\nC,x\n', [2, 5]],
  ['a blank line below the header', 'name,categoryId\n\nC,x\n', [3]],
  [
    'blank lines in several places',
    'name,categoryId\nA,x\n\n\n\n\nB,x\n\nC,x\nD,x\n',
    [2, 7, 9, 10],
  ],
  ['CR LF and blank lines', 'name,categoryId\r\nA,1\r\n\r\n\r\nC,x', [2, 5]],
  ['CR LF inside quotes', 'name,categoryId\r\nA,1\r\n"B\r\nB",2\r\nC,x\r\n', [2, 3, 5]],
  ['LF inside quotes', 'name,categoryId\r\n"\n\nB",2\r\n\r\nC,x\r\n', [2, 6]],
  ['CR inside quotes', 'name,categoryId\n"B\rB",2\nC,x', [2, 3]],
  ['CR without quotes', 'name,categoryId\nB\rB,2\nB,2\r\r\nC,x', [2, 3, 4]],
  ['rows of empty cells', '\n \nname,categoryId\n,\n"\r\n",\nC,x\n,\nÄ,x\n', [7, 9]],
  [
    'more rows than a batch has',
    `name,categoryId\n${many.map((n) => `"Ä\r\n${n}",1\n\n`).join('')}`,
    many.map((n) => 2 + 3 * n),
  ],
] as const) {
  test(`each record of a CSV file has the number of its first line: ${name}`, async () => {
    const all = text.split('\n')
    for (const chunkBytes of [1, 7, 65_536]) {
      const lines = await linesOf(text, chunkBytes)
      assert.deepEqual(
        lines.map(([line]) => line),
        expected,
      )
      for (const [line, record] of lines) {
        const found = all.slice(line - 1, line - 1 + record.split('\n').length)
        assert.ok(found.join('\n').startsWith(record), `line ${line}`)
        assert.doesNotMatch(record, /^\s|\s$/)
      }
    }
  })
}
