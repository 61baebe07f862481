import { expect, it } from 'vitest'
import { copiedNames } from './copy-names.js'

const conflicts = [
  "plan (Anna's conflicted copy 2026-03-04).md",
  'plan (conflicted copy 2026-03-04 101112).md',
  'plan (Conflicted copy laptop 202603041011).md',
  'plan (In Konflikt stehende Kopie von Anna 2026-03-04).md',
  'plan (Copie en conflit de Anna 2026-03-04).md',
  'plan (SFConflict anna@example.org 2026-03-04-10-11-12).md',
  'plan (Case Conflict).md',
  'plan.sync-conflict-20260304-101112-QWERTYU.md',
  'plan_conflict-20260304-101112.md',
  'plan_NAS_Mar-04-101112-2026_Conflict.md',
]

it.each(conflicts)('%s is a copy of plan.md by its name', (name) => {
  expect(copiedNames(`work/${name}`)).toEqual([{ path: 'work/plan.md', isConflict: true }])
})

const similar = `
plan 2.md|plan (1).md|plan(1).md|plan copy.md|plan copy 2.md|plan - Copy.md|plan - Copy (2).md
plan (copy).md|plan (another copy).md|plan (3rd copy).md|Copy of plan.md|Copy (2) of plan.md
plan - Kopie.md|plan Kopie (2).md|Kopie von plan.md|plan - Copie.md|Copie de plan.md
plan copia.md|Copia de plan.md|planのコピー.md|plan - コピー (2).md|plan 副本.md|plan_copy.md
plan-DESKTOP-AB12CD3-2.md|plan~.md|plan.orig.md|plan-old.md
plan (conflict 2019).md|plan_1.md|plan (old copy).md|plan-DESKTOP-AB12CD3.md|plan conflict.md
`
  .trim()
  .split(/[|\n]/u)

it.each(similar)('%s is a copy of plan.md only with a similar text', (name) => {
  expect(copiedNames(name).at(0)).toEqual({ path: 'plan.md', isConflict: false })
})

it('is read from several parts, the most distant original first', () => {
  const paths = copiedNames('plan copy (conflicted copy 2026-03-04).md').map(({ path }) => path)
  expect(paths).toEqual(['plan.md', 'plan copy.md'])
  expect(copiedNames('plan (1).sync-conflict-20260304-101112-QWERTYU.md')[0]?.isConflict).toBe(false)
})

it.each([
  'plan.md',
  '2026-03-04.md',
  'copy.md',
  'Photocopy.md',
  'v2.md',
  'a/2026-03.md',
  '(1).md',
  'copy 2/plan.md',
])('%s is no copy', (name) => {
  expect(copiedNames(name)).toEqual([])
})
