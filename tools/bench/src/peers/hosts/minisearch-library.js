/* MiniSearch, in memory, without vectors: node minisearch-library.js <data folder> <scratch folder> <folder of its package> */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { args, measureLibrary } from './library-host.js'

const { default: MiniSearch } = await import(pathToFileURL(join(args[0] ?? '', 'dist/es/index.js')).href)

await measureLibrary(async (chunks) => {
  const index = new MiniSearch({ fields: ['title', 'text'] })
  index.addAll(chunks.map(({ id, title, text }) => ({ id, title, text })))
  return {
    async byWords(words, limit) {
      /** @type {readonly { id: string }[]} */
      const results = index.search(words)
      return results.slice(0, limit).map(({ id }) => id)
    },
  }
})
