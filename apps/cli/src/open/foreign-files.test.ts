import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { runHere } from '../__fixtures__/run-here.js'

const diary = 'Dear diary, the harbour was quiet today.\n'

function workspace() {
  const { folder, notes, env } = cliWorkspace({ 'a.md': '# Harbour\n\nSeven ships.\n' })
  const run = (db: string, ...words: readonly string[]) =>
    runHere([...words, '--db', db], { cwd: notes, env: { ...env, RECALLITE_PROVIDER: 'none' } })
  return { folder, notes, run }
}

it.each([
  ['of an index', 'diary.txt', 'diary.txt', ['index .']],
  ['of records', 'diary.records.sqlite', 'diary.sqlite', []],
])('no command changes a text in the place %s', async (_, name, db, others) => {
  const { folder, notes, run } = workspace()
  const [file, path] = [join(folder, name), join(folder, db)]
  if (name !== db) await run(path, 'index', notes)
  const before = readdirSync(folder)
  writeFileSync(file, diary)
  for (const words of [...others, 'remember x', 'search harbour', 'doctor --repair', 'backup b.sqlite']) {
    const { exitCode, stdout, stderr } = await run(path, ...words.split(' '))
    expect([words, exitCode]).toEqual([words, 1])
    expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toMatch(
      /not changed. Move it away|belongs to another/,
    )
  }
  expect(readFileSync(file, 'utf8')).toBe(diary)
  expect(readdirSync(folder).toSorted()).toEqual([...before, name].toSorted())
})

it('a misspelled folder of --db is not created', async () => {
  const { folder, notes, run } = workspace()
  const path = join(folder, 'no', 'dir', 'x.sqlite')
  for (const words of [
    ['index', notes],
    ['remember', 'x'],
  ]) {
    const { exitCode, stderr } = await run(path, ...words)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`mkdir -p ${join(folder, 'no', 'dir')}`)])
  }
  expect(existsSync(join(folder, 'no'))).toBe(false)
})
