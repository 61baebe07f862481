import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { headingsOf, linksOf } from './readme.js'
import { filesUnder, has, textOf } from './repository.js'

const web = /^https:\/\/github\.com\/recallite\/recallite\/(?:blob|tree)\/main\//u

/** Documents by other people, and files created by a release. */
const isOurs = (path: string) =>
  path.endsWith('.md') && !/\/(?:corpus|suites)\/|^examples\/memory\//u.test(path)
const documents = filesUnder().filter(isOurs)

/** The anchors of a document, as on GitHub and the site. Repeated headings get numbers. */
function anchorsOf(path: string): Set<string> {
  const slugs = headingsOf(textOf(path)).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\p{Mark}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
  return new Set(
    slugs.map((slug, index) => numbered(slug, slugs.slice(0, index).filter((each) => each === slug).length)),
  )
}

const numbered = (slug: string, count: number) => (count === 0 ? slug : `${slug}-${count}`)

/** Whether the target of a link is a file or folder of the repository, and its heading exists. */
function leads(link: string, from: string): boolean {
  const inRepository = link.replace(web, '')
  if (inRepository === link && /^(?:[a-z]+:|\/)/u.test(link)) return true
  const [path = '', anchor] = inRepository.split('#')
  const folder = inRepository === link ? posix.dirname(from) : '.'
  const target = path === '' ? from : posix.join(folder, path)
  if (/(?:^|\/)CHANGELOG\.md$/u.test(target)) return true
  return has(target) && (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor))
}

it('every link between documents leads to an existing file and heading', () => {
  expect(documents.length).toBeGreaterThan(80)
  const links = documents.flatMap((path) => linksOf(textOf(path)).map((link) => ({ path, link })))
  expect(links.length).toBeGreaterThan(200)
  expect(links.filter(({ path, link }) => !leads(link, path))).toEqual([])
})

it('broken links are found', () => {
  const links = [
    'none.md',
    'README.md#none',
    '../README.md#none',
    `https://github.com/recallite/recallite/blob/main/none.md`,
  ]
  expect(links.filter((link) => leads(link, 'docs/README.md'))).toEqual([])
  const right = ['faq.md', 'README.md#get-started', '#get-started', 'https://example.org/none', 'start']
  expect(right.filter((link) => !leads(link, 'docs/README.md'))).toEqual([])
})
