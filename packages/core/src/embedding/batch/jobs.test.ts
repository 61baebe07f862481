import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { batchJobsOf } from './jobs.js'

async function twoPrograms() {
  const store = await openSqliteStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  return { store, one: batchJobsOf(store, 'openai:a'), other: batchJobsOf(store, 'openai:a') }
}

describe('batchJobsOf', () => {
  it('keeps the jobs that another program adds, and lets those go that it removes', async () => {
    const { one, other } = await twoPrograms()
    expect(await one.list()).toEqual([])
    await one.add({ id: 'a', submittedAt: 1 })
    await other.add({ id: 'b', submittedAt: 2 })
    await one.add({ id: 'c', submittedAt: 3 })
    await other.remove('a')
    await one.remove('c')
    expect(await one.list()).toEqual([{ id: 'b', submittedAt: 2 }])
    expect(await other.list()).toEqual(await one.list())
  })

  it('keeps those of each link apart', async () => {
    const { store, one } = await twoPrograms()
    await one.add({ id: 'a', submittedAt: 1 })
    expect(await batchJobsOf(store, 'gemini:a').list()).toEqual([])
  })

  it('takes no offence at a job that is not there', async () => {
    const { one } = await twoPrograms()
    await one.remove('a')
    expect(await one.list()).toEqual([])
  })
})
