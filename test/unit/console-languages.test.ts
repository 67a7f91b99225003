import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Node } from 'typescript-6'
import { languages, learn, rich, setLanguage, t } from '../../console/src/core/language.ts'
import { sentences, translations } from '../../scripts/generators/sentences.ts'

const placesIn = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].toSorted()

for (const language of Object.keys(languages).filter((each) => each !== 'en')) {
  test(`each sentence of the console is in ${language}, with the same values and as many forms`, () => {
    const known = translations(language)
    assert.deepEqual(
      sentences.filter((sentence) => !known[sentence]),
      [],
      `missing in console/languages/${language}.json`,
    )
    assert.deepEqual(
      Object.keys(known).filter((sentence) => !sentences.includes(sentence)),
      [],
      `no sentence of the console any more, but in console/languages/${language}.json`,
    )
    for (const [sentence, translation] of Object.entries(known)) {
      assert.deepEqual(placesIn(translation), placesIn(sentence), sentence)
      assert.equal(translation.split('|').length, sentence.split('|').length, sentence)
    }
  })
}

test('a sentence is said in the language of the page, with its form for one and for others', () => {
  assert.equal(t('{count} day|{count} days', { count: 1 }), '1 day')
  assert.equal(t('{count} day|{count} days', { count: 1_204n }), '1,204 days')
  assert.deepEqual(rich('{seconds} s', { seconds: true }), ['', true, ' s'])
  setLanguage('fr')
  learn(['{count} jour|{count} jours'])
  // The build puts the number of a sentence in its place.
  const built = '0' as '{count} day|{count} days'
  assert.equal(t(built, { count: 0 }), '0 jour')
  assert.equal(t(built, { count: 1_204 }), '1\u202F204 jours')
})

/** Texts that no language says otherwise: names, and the headings of the documents of operators. */
const untranslated =
  /^(?:Pet Store|GET \/pets.*|Trying again…|API keys|Back up|Slow or failing answers|A receiver that is|What to do if|While the counters)/

test('no screen has a text that is not in the catalogue', async () => {
  const { default: typescript } = await import('typescript-6')
  const root = new URL('../../console/src/', import.meta.url)
  const found: string[] = []
  for (const path of globSync('**/*.{ts,tsx}', { cwd: root.pathname })) {
    const source = typescript.createSourceFile(
      path,
      readFileSync(new URL(path, root), 'utf8'),
      typescript.ScriptTarget.Latest,
      true,
    )
    const look = (node: Node): void => {
      const isSentence =
        (typescript.isJsxText(node) && /[a-z]{2}/i.test(node.text)) ||
        (typescript.isStringLiteralLike(node) && /^[A-Z][a-z]* [a-z]+/.test(node.text))
      if (isSentence && !sentences.includes(node.text) && !untranslated.test(node.text.trim()))
        found.push(`${path}: ${node.text.trim()}`)
      const called = typescript.isCallExpression(node) ? node.expression.getText() : ''
      const isThrown = typescript.isNewExpression(node)
      if (isThrown) return
      if (called === 't' || called === 'rich') {
        if (typescript.isCallExpression(node)) node.arguments.slice(1).forEach(look)
      } else typescript.forEachChild(node, look)
    }
    look(source)
  }
  assert.deepEqual(found, [])
})
