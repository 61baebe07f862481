import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { makeFolder, makeForeign, makeNewer } from './__fixtures__/damage.js'
import { copyOf, examined, examinedWorkspace, snapshot, type DoctorJson } from './__fixtures__/examined.js'

const parts = [
  'runtime',
  'settings',
  'database',
  'permissions',
  'log',
  'keyword index',
  'vector search',
  'embedding',
  'roots',
]

describe('A25: the doctor', () => {
  it('A25: checks every part of an intact memory, and changes nothing', async () => {
    const { folder, run, runJson, database } = await examinedWorkspace()
    const before = snapshot(folder)
    const report = (await runJson('doctor', '--deep', '--provider', 'none')) as DoctorJson
    expect(schemaErrors('doctor', report)).toEqual([])
    expect(report).toMatchObject({ database, isDeep: true, summary: { warnings: 0, failed: 0 } })
    const seen = new Set(report.findings.map(({ name }) => name))
    expect([...parts, 'content'].filter((name) => !seen.has(name))).toEqual([])
    expect(snapshot(folder)).toEqual(before)
    const shown = await run('doctor', '--provider', 'none')
    expect([shown.exitCode, shown.stderr]).toEqual([0, ''])
    expect(shown.stdout).toMatch(/^ok +keyword index +works .*\n/m)
    expect(shown.stdout).toMatch(/\n\d+ ok, 0 warnings, 0 failed\n$/)
  })

  it('A25: says what to do if there is no memory yet', async () => {
    const { database } = cliWorkspace({})
    const { exitCode, failed } = await examined(database)
    expect([exitCode, failed]).toEqual([
      1,
      [expect.objectContaining({ name: 'database', fix: `recallite index FOLDER --db ${database}` })],
    ])
  })

  it.each<[string, (path: string) => void, RegExp, RegExp]>([
    [
      'a diary',
      (path) => writeFileSync(path, 'Dear diary'),
      /belongs to another program$/,
      /^recallite index FOLDER --db /,
    ],
    [
      'half a database',
      (path) => truncateSync(path, 40_000),
      /is damaged$/,
      /^recallite doctor --repair --db /,
    ],
    [
      'another program’s',
      makeForeign,
      /belongs to another program$/,
      /^recallite index FOLDER --db OTHER\.sqlite$/,
    ],
    ['a folder', makeFolder, /cannot be opened$/, /^ls -la /],
  ])('A25: explains a database that is %s, without a stack trace', async (_, damage, detail, fix) => {
    const { database } = await examinedWorkspace()
    const path = copyOf(database)
    damage(path)
    const before = snapshot(dirname(path))
    const { exitCode, failed, report, talked } = await examined(path, '--deep')
    expect(schemaErrors('doctor', report)).toEqual([])
    expect([exitCode, failed.map(({ name }) => name), talked]).toEqual([1, ['database'], ''])
    expect(failed[0]).toMatchObject({
      detail: expect.stringMatching(detail),
      fix: expect.stringMatching(fix),
    })
    expect(snapshot(dirname(path))).toEqual(before)
    expect(JSON.stringify(report)).not.toMatch(/\\n +at /)
  })

  it('A25: explains a database of a newer version', async () => {
    const { database } = await examinedWorkspace()
    const path = copyOf(database)
    makeNewer(path)
    const { failed } = await examined(path)
    expect(failed).toEqual([
      expect.objectContaining({ name: 'database', fix: 'npm install -g recallite@latest' }),
    ])
  })

  it.each<[string, (path: string) => void]>([
    ['a diary', (path) => writeFileSync(path, 'Dear diary')],
    ['another program’s', makeForeign],
    ['a folder', makeFolder],
  ])(
    'A25: advises nothing about the mode of a database that is %s, and does not change it',
    async (_, damage) => {
      const path = copyOf((await examinedWorkspace()).database)
      damage(path)
      chmodSync(path, 0o755)
      for (const flags of [[], ['--repair']]) {
        const { report } = await examined(path, ...flags)
        expect([report.summary.failed > 0, JSON.stringify(report)]).toEqual([
          true,
          expect.not.stringContaining('chmod'),
        ])
      }
      expect(statSync(path).mode & 0o777).toBe(0o755)
    },
  )

  it('A25: finds permissions for other users, and its command removes them', async () => {
    const { database } = await examinedWorkspace()
    chmodSync(database, 0o644)
    const { exitCode, report } = await examined(database)
    const finding = report.findings.find(({ name }) => name === 'permissions')
    expect([exitCode, finding]).toEqual([
      0,
      expect.objectContaining({ state: 'warning', cause: expect.stringContaining('0600') }),
    ])
    spawnSync('sh', ['-c', finding?.fix ?? 'false'])
    expect(statSync(database).mode & 0o777).toBe(0o600)
    expect((await examined(database)).report.summary.warnings).toBe(0)
  })

  it('A25: finds a missing folder, and files that changed since they were indexed', async () => {
    const { database, notes: folder, write } = await examinedWorkspace()
    write('new.md', '# New\n')
    write('auth.md', '# Auth\n\nOther.\n')
    rmSync(join(folder, 'people'), { recursive: true })
    write('broken.md', Buffer.from([0xc3, 0x28, 0x81]))
    const stale = (await examined(database)).report.findings.filter(({ name }) => name === 'roots')
    expect(stale.map(({ state, detail }) => [state, detail])).toEqual([
      ['ok', expect.stringContaining(folder)],
      ['warning', '1 new, 1 changed and 1 missing files are not in the index yet'],
      ['warning', '1 text cannot be read'],
    ])
    expect(stale[2]?.cause).toMatch(/broken\.md.*UTF-8/)
    rmSync(folder, { recursive: true })
    const { exitCode, failed } = await examined(database)
    expect([exitCode, failed]).toEqual([
      1,
      [expect.objectContaining({ name: 'roots', fix: expect.stringContaining('roots remove notes') })],
    ])
  })

  it('A25: continues if the settings are broken, but then uses no service', async () => {
    const { folder, database, run } = await examinedWorkspace()
    writeFileSync(join(folder, '.recallite.yaml'), 'query:\n  maxResult: 3\n')
    const { stdout, exitCode } = await run('doctor', '--json')
    const { findings } = JSON.parse(stdout) as DoctorJson
    const failed = findings.filter(({ state }) => state === 'failed')
    expect([exitCode, failed]).toEqual([
      1,
      [
        expect.objectContaining({
          name: 'settings',
          cause: expect.stringMatching(/\.recallite\.yaml:2: .*"query\.maxResult".*query\.maxResults/),
          fix: expect.stringContaining(join(folder, '.recallite.yaml')),
        }),
      ],
    ])
    expect(findings.find(({ name }) => name === 'database')).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining(database),
    })
  })

  it('A25: finds forbidden settings of a workspace file, and two files for one purpose', async () => {
    const { folder, run } = await examinedWorkspace()
    const settings = async () => {
      const { findings } = JSON.parse(
        (await run('doctor', '--json', '--provider', 'none')).stdout,
      ) as DoctorJson
      return findings.filter(({ name, state }) => name === 'settings' && state === 'failed')
    }
    writeFileSync(join(folder, '.recallite.yaml'), 'store: { vector: { extensionPath: ./evil.so } }\n')
    expect((await settings())[0]?.cause).toMatch(/may not be set in a workspace file/)
    writeFileSync(join(folder, '.recallite.json'), '{}')
    expect((await settings())[0]?.cause).toMatch(/both exist/)
  })
})

describe('A25: a memory that is too large to copy', () => {
  it('A25: is checked in place, and not changed', async () => {
    const { database } = await examinedWorkspace()
    const path = copyOf(database)
    // SQLite uses the size in the header; the file is sparse.
    truncateSync(path, 900_000_001)
    const seen = () => [readdirSync(dirname(path)), statSync(path).mtimeMs, statSync(path).blocks]
    const before = seen()
    const { failed, report } = await examined(path)
    expect(failed).toEqual([])
    expect(report.findings.findLast(({ name }) => name === 'roots')?.detail).toMatch(/too large to copy/)
    expect(seen()).toEqual(before)
  })
})

describe('A26: sqlite-vec', () => {
  const variable = 'RECALLITE_STORE_VECTOR_EXTENSION_PATH'
  const vectorFinding = async (database: string) =>
    (await examined(database)).report.findings.find(({ name }) => name === 'vector search')

  it('A26: says why the user’s own build does not load', async () => {
    const { database, folder } = await examinedWorkspace()
    const path = join(folder, 'not-there.so')
    vi.stubEnv(variable, path)
    expect(await vectorFinding(database)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('only keyword search works'),
      cause: expect.stringMatching(/not-there\.so .*RECALLITE_STORE_VECTOR_EXTENSION_PATH/),
      fix: `unset ${variable}`,
    })
    writeFileSync(path, 'no library')
    expect(await vectorFinding(database)).toMatchObject({ state: 'failed' })
  })

  it('A26: is fine if it is switched off', async () => {
    const { database } = await examinedWorkspace()
    vi.stubEnv('RECALLITE_STORE_VECTOR_ENABLED', 'false')
    expect(await vectorFinding(database)).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/switched off .*only keyword search works/),
    })
  })
})
