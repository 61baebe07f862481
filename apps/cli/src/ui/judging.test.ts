import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import type { JudgedSuite } from '@recallite/ui/api'
import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { openedPage } from './__fixtures__/opened-page.js'

const files = {
  'auth.md': '# Auth\n\nSessions end after 900 seconds.\n',
  'garden.md': '# Garden\n\nTomatoes want sun.\n',
}

async function judged() {
  const workspace = await indexedWorkspace(files)
  const { ask } = await openedPage(workspace)
  const folder = join(workspace.folder, 'index.suite')
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const lines = () => read('queries.jsonl').split('\n').filter(Boolean)
  const judge = (fields: object) =>
    ask<JudgedSuite>('judge', {
      query: 'session end',
      root: 'notes',
      path: 'auth.md',
      answers: true,
      ...fields,
    })
  return { workspace, folder, read, lines, judge, ask }
}

describe('judging', () => {
  it('keeps what answers a query in a suite, of which the same again takes it back', async () => {
    const { workspace, folder, read, lines, judge, ask } = await judged()
    expect((await ask<JudgedSuite>('suite')).value).toMatchObject({ folder, queries: [] })
    expect(existsSync(folder)).toBe(false)
    const { status, value } = await judge({ lines: [1, 3] })
    expect([status, value.command]).toEqual([200, `recallite-eval run ${folder}`])
    expect(value.queries).toEqual([
      {
        id: 'added-1',
        text: 'session end',
        kind: 'judged',
        relevant: [{ path: 'notes:auth.md', lines: [1, 3] }],
      },
    ])
    expect(read('suite.yaml')).toBe(
      `name: own memory\ncorpus:\n  roots:\n    - name: notes\n      path: ${workspace.notes}\n`,
    )
    await judge({ query: '  session\n end', path: 'garden.md', answers: false })
    expect(lines()).toEqual([
      '{"id":"added-1","text":"session end","kind":"judged","relevant":[{"path":"notes:auth.md","lines":[1,3]},{"path":"notes:garden.md","grade":0}]}',
    ])
    await judge({ path: 'garden.md', lines: [3, 3] })
    await judge({ answers: false })
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      relevant: [
        { path: 'notes:garden.md', lines: [3, 3] },
        { path: 'notes:auth.md', grade: 0 },
      ],
    })
    await judge({ path: 'garden.md', lines: [3, 3] })
    expect((await judge({ answers: false })).value.queries).toEqual([])
    expect(lines()).toEqual([])
  })

  it('leaves what others wrote, and removes a query that is named', async () => {
    const { folder, lines, judge, ask } = await judged()
    await judge({})
    const own = '{ "id": "x", "text": "who",  "kind": "absent", "relevant": [], "more": 1 }'
    writeFileSync(join(folder, 'queries.jsonl'), `${own}\n\n${lines()[0]}`)
    await judge({ query: 'sun', path: 'garden.md' })
    expect(lines()[0]).toBe(own)
    expect(lines()[2]).toContain('"id":"added-2"')
    await judge({ query: 'who' })
    await judge({ query: 'who' })
    expect(JSON.parse(lines()[0] ?? '')).toEqual(JSON.parse(own))
    const { value } = await ask<JudgedSuite>('remove-query', { id: 'added-1' })
    expect(value.queries.map(({ id }) => id)).toEqual(['x', 'added-2'])
    writeFileSync(join(folder, 'queries.jsonl'), '{"id":"a"}\n')
    expect(await judge({})).toMatchObject({ status: 500, value: { error: { code: 'SUITE_MALFORMED' } } })
    expect(lines()).toEqual(['{"id":"a"}'])
  })

  it('is of a document of the index alone', async () => {
    const { folder, judge } = await judged()
    writeFileSync(join(folder, '../secret.md'), '# Secret\n')
    const wrong: [object, number, string][] = [
      [{ path: '../secret.md' }, 400, 'PATH_OUTSIDE_ROOT'],
      [{ path: '/etc/passwd' }, 400, 'PATH_OUTSIDE_ROOT'],
      [{ path: 'no.md' }, 404, 'DOCUMENT_UNKNOWN'],
      [{ root: 'other' }, 404, 'DOCUMENT_UNKNOWN'],
      [{ lines: [4, 5] }, 400, 'SPAN_INVALID'],
      [{ lines: [3, 2] }, 400, 'SPAN_INVALID'],
      [{ lines: [0, 1] }, 400, 'OPTION_INVALID'],
      [{ query: ' ' }, 400, 'QUERY_EMPTY'],
      [{ answers: 'yes' }, 400, 'OPTION_INVALID'],
      [{ file: '/tmp/x' }, 400, 'OPTION_INVALID'],
    ]
    for (const [fields, status, code] of wrong)
      expect([fields, await judge(fields)]).toMatchObject([fields, { status, value: { error: { code } } }])
    expect(existsSync(folder)).toBe(false)
  })

  it('of a project is kept in its folder, and not through links out of it', async () => {
    const workspace = await indexedWorkspace({})
    writeFileSync(join(workspace.folder, 'MEMORY.md'), '# Memory\n\nThe key hangs at the door.\n')
    await workspace.run('index', '--provider', 'none')
    const { ask } = await openedPage(workspace)
    const [root] = (await ask<{ roots: { name: string }[] }>('status')).value.roots
    const asked = { query: 'key', root: root?.name, path: 'MEMORY.md', answers: true }
    const elsewhere = temporaryFolder()
    const own = join(workspace.folder, '.recallite')
    symlinkSync(elsewhere, join(own, 'suite'))
    expect(await ask('judge', asked)).toMatchObject({
      status: 500,
      value: { error: { code: 'SUITE_FOLDER_TAKEN' } },
    })
    expect(readdirSync(elsewhere)).toEqual([])
    rmSync(join(own, 'suite'))
    mkdirSync(join(own, 'suite'))
    symlinkSync(join(workspace.folder, 'MEMORY.md'), join(own, 'suite/queries.jsonl'))
    expect(await ask('suite')).toMatchObject({
      status: 500,
      value: { error: { code: 'SUITE_FOLDER_TAKEN' } },
    })
    rmSync(join(own, 'suite/queries.jsonl'))
    expect((await ask<JudgedSuite>('judge', asked)).value.folder).toBe(join(own, 'suite'))
    expect(readFileSync(join(own, 'suite/suite.yaml'), 'utf8')).toContain('path: ../..\n')
  })
})
