import { renameSync } from 'node:fs'
import { expect, it } from 'vitest'
import { schemaErrors } from '../__fixtures__/schema.js'
import { examined, examinedWorkspace } from './__fixtures__/examined.js'

it('a moved folder is reported by index and doctor, whose command removes the old root', async () => {
  const { notes, database, run, runJson } = await examinedWorkspace()
  const moved = `${notes}-moved`
  renameSync(notes, moved)
  const indexed = await run('index', moved, '--provider', 'none')
  expect(indexed.stderr).toContain(`notes has moved: its notes are in ${moved}.`)
  expect(indexed.stderr).toContain('recallite roots remove notes')
  const report = await runJson('index', moved, '--provider', 'none')
  expect(schemaErrors('index', report)).toEqual([])
  expect(report).toMatchObject({ moved: [{ root: 'notes', to: moved }] })
  const [finding] = (await examined(database)).failed
  expect(finding?.cause).toContain(`its notes are in ${moved}, so remove the root`)
  expect(finding?.fix).toMatch(/^recallite roots remove notes/)
  await run('roots', 'remove', 'notes')
  expect((await run('index', '--provider', 'none')).stderr).toBe('')
})
