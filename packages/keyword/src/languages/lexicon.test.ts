import { describe, expect, it } from 'vitest'
import { parseQuery } from '../parse-query.js'
import { loadLanguages, otherLanguages } from './language.js'
import { questionLanguages } from './lexicon.js'

await loadLanguages(otherLanguages)

describe('questionLanguages', () => {
  it.each([
    ['Wie lange dauert die Migration?', ['de', 'fr'], ['de']],
    ['Kosten der Migration', ['de'], ['de']],
    ['Regeln für Rechnungen', ['de'], ['de']],
    ['die casting process', ['de'], ['en']],
    ['when did he die', ['de'], ['en']],
    ['was ist das', ['de'], ['de']],
    ['was bedeutet die Meldung', ['de'], ['en']],
    ['fur coat', ['de'], ['en']],
    ['the sole of my shoe', ['it'], ['en']],
    ['quelle est la date de la réunion', ['de', 'fr'], ['fr']],
    ['¿cómo se hace la copia?', ['es', 'pt'], ['es']],
    ['de', ['es', 'fr', 'pt'], ['es', 'fr', 'pt']],
    ['где лежат копии', ['de', 'ru'], ['ru']],
    ['backup restore', [...otherLanguages], ['en']],
    ['x y i a', [...otherLanguages], ['en']],
    ['', [...otherLanguages], ['en']],
    ['Wie lange dauert die Migration?', [], ['en']],
  ] as const)('reads %j among %j as %j', (text, languages, expected) => {
    expect(questionLanguages(text, languages)).toEqual(expected)
  })
})

describe('the content terms of a question', () => {
  const contentTerms = (text: string, languages: readonly string[]) =>
    parseQuery(text, { languages }).terms.map(({ words }) => words.map(({ form }) => form).join(' '))

  it.each([
    ['Wie lange dauert die Migration der Datenbank?', ['de'], ['lange', 'dauert', 'migration', 'datenbank']],
    ['how did he die', ['de'], ['die']],
    ['die casting process', ['de'], ['die', 'casting', 'process']],
    ['Will Smith contract', ['de'], ['smith', 'contract']],
    ['Wer will das Smith gegeben haben', ['de'], ['smith', 'gegeben']],
    ["le budget de l'an dernier", ['fr'], ['budget', 'an', 'dernier']],
    ["le budget de l'an dernier", ['de'], ['le', 'budget', 'de', 'l', 'dernier']],
    ['sole e mare', ['it'], ['sole', 'e', 'mare']],
    ['die', ['de'], ['die']],
    ['der die das', ['de'], ['der', 'die', 'das']],
    ['the sole owner', ['it', 'de'], ['sole', 'owner']],
    ['в чём разница между копиями', ['ru'], ['разница', 'копиями']],
    ['数据库的迁移 für Kunden', ['de'], ['数 据', '库', '迁 移', 'kunden']],
  ] as const)('in %j among %j are %j', (text, languages, expected) => {
    expect(contentTerms(text, languages)).toEqual(expected)
  })
})
