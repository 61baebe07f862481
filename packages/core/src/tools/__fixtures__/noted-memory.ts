import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testMemory } from '../../__fixtures__/test-memory.js'

/** A memory over folders of notes, searched by words; each folder becomes a root. */
export async function notedMemory(...folders: readonly Readonly<Record<string, string>>[]) {
  const { memory } = await testMemory()
  const paths = folders.map((files) => notesFolder(files))
  await memory.index(paths)
  return { memory, paths }
}
