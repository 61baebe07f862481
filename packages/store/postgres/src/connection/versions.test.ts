import { describe, expect, it } from 'vitest'
import { judge } from '../vectors/pgvector.js'
import { assertVersion } from './schema-version.js'

describe('a server', () => {
  const where = 'postgres://me@db/team'
  it('that is too old is rejected by name and version', () => {
    const old = { version: '13.14', number: '130014', encoding: 'UTF8' }
    expect(() => assertVersion(old, where)).toThrow(
      `${where} is PostgreSQL 13.14; Recallite needs PostgreSQL 14 or newer.`,
    )
    assertVersion({ version: '14.0', number: '140000', encoding: 'UTF8' }, where)
  })

  it('with a database that is not in UTF8 is rejected', () => {
    const latin = { version: '16.1', number: '160001', encoding: 'LATIN1' }
    expect(() => assertVersion(latin, where)).toThrow('has the encoding LATIN1')
  })
})

describe('pgvector', () => {
  const schema = 'public'
  it.each(['0.8.4', '0.8.5', '0.9', '0.10.0', '1.0.0'])('%s can be used', (installed) => {
    expect(judge({ installed, offered: installed, schema })).toMatchObject({
      available: true,
      version: installed,
    })
  })

  it.each(['0.8.3', '0.7.4', '0.8'])('%s is too old, which one line explains', (installed) => {
    const { available, reason } = judge({ installed, offered: installed, schema })
    expect(available).toBe(false)
    expect(reason).toBe(
      `pgvector ${installed} is too old: install pgvector 0.8.4 or newer, then run ALTER EXTENSION vector UPDATE in this database`,
    )
  })

  it('that is missing is reported with the next step', () => {
    expect(judge({ installed: null, offered: null, schema: null }).reason).toContain(
      'install pgvector 0.8.4 or newer',
    )
    expect(judge({ installed: null, offered: '0.8.5', schema: null }).reason).toContain(
      'CREATE EXTENSION vector',
    )
  })
})
