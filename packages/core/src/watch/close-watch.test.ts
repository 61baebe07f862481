import { expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { createFollower } from './follow-roots.js'

it('A21: leaves no watch behind that was just beginning when it was closed', async () => {
  const roots = [{ name: 'notes', path: notesFolder({ 'a.md': 'alpha' }) }]
  let open = 0
  let goOn = () => {}
  let tellBegun = () => {}
  const begun = new Promise<void>((resolve) => (tellBegun = resolve))
  const follower = createFollower(
    {
      store: { listRoots: async () => roots },
      background: { changed: () => {} },
      async watchFiles() {
        tellBegun()
        await new Promise<void>((resolve) => (goOn = resolve))
        open += 1
        return { close: async () => void (open -= 1) }
      },
    },
    {},
  )
  const following = follower.follow()
  await begun
  const closed = follower.close()
  goOn()
  await Promise.all([following, closed])
  expect(open).toBe(0)
  expect(await follower.follow()).toBe(false)
})
