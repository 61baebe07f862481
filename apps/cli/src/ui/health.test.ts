import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { Examination, HealthReport } from '@recallite/ui/api'
import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { openedPage } from './__fixtures__/opened-page.js'

describe('health', () => {
  it('contains what recallite status prints, and the roots, sizes and failures of the page', async () => {
    const workspace = await indexedWorkspace({ 'a.md': '# A\n\nThe zeppelin flies.\n' })
    await workspace.run('remember', 'The key hangs at the door.', '--provider', 'none')
    // Not UTF-8.
    workspace.write('bad\u001B.md', Buffer.from([0x23, 0x20, 0xff, 0xfe, 0xfd, 0x0a]))
    const { ask } = await openedPage(workspace)
    await expect.poll(async () => (await ask<HealthReport>('health')).value.failures).toHaveLength(1)
    const { value } = await ask<HealthReport>('health')
    expect(value.failures[0]).toMatch(/^skipped notes:bad.*\.md: /u)
    expect(value.roots).toEqual([
      {
        name: 'notes',
        path: workspace.notes,
        files: 1,
        chunks: 1,
        changedAt: expect.any(Number),
      },
    ])
    const rows = new Map(value.rows)
    expect(rows.get('remembered')).toBe('1 record in 1 collection, 0 sessions')
    expect(rows.get('on disk')).toMatch(/^database [\d.]+ MB, log [\d.]+ MB, records 0\.[1-9] MB$/u)
    expect([...rows.keys()].filter((label) => /drop|root|space/u.test(label))).toEqual([])
    expect([value.spaces, value.indexing]).toEqual([[], null])
  })

  it('runs the quick checks, and all of them on request', async () => {
    const workspace = await indexedWorkspace({ 'a.md': '# A\n' })
    const { ask } = await openedPage(workspace)
    chmodSync(join(workspace.folder, '.recallite'), 0o777)
    const quick = (await ask<Examination>('doctor')).value.findings
    const all = (await ask<Examination>('doctor?all')).value.findings
    const names = (findings: Examination['findings']) => [...new Set(findings.map(({ name }) => name))]
    expect(names(all).filter((name) => !names(quick).includes(name))).toEqual(['embedding', 'roots'])
    expect(quick.find(({ name }) => name === 'sharing')).toMatchObject({
      state: 'warning',
      fix: `chmod o-w ${join(workspace.folder, '.recallite')}`,
    })
  })
})
