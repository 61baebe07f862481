import type { Check } from './check.js'
import { lets, ofHeadings, onBothRetrievers } from './filter-samples.js'

const documents = [
  {
    path: 'a.md',
    chunks: {
      top: { heading: ['Übersicht'] },
      deep: { heading: ['Übersicht', 'Access tokens', '100 % "sure"'] },
      joined: { heading: ['Übersicht', 'Sessions'], sections: ['Übersicht', 'Sessions', 'Café  Noir'] },
      none: { heading: [] },
    },
  },
  { path: 'b.md', chunks: { other: { heading: ['見出し'] } } },
]

/** Filters by heading. */
export const headingFilterCases: readonly Check[] = [
  ...onBothRetrievers('a chunk is found by any heading over any part of it', documents, async (find) => {
    await lets(find, ofHeadings('Übersicht'), ['top', 'deep', 'joined'])
    await lets(find, ofHeadings('Access tokens'), ['deep'])
    await lets(find, ofHeadings('Sessions'), ['joined'])
    await lets(find, ofHeadings('Café Noir'), ['joined'])
    await lets(find, ofHeadings('gone'), [])
  }),
  ...onBothRetrievers(
    'a heading is compared without case, accents and spacing, in part',
    documents,
    async (find) => {
      await lets(find, ofHeadings('ubersicht'), ['top', 'deep', 'joined'])
      await lets(find, ofHeadings(' U\u0308BERS'), ['top', 'deep', 'joined'])
      await lets(find, ofHeadings('cafe\tnoir\n'), ['joined'])
      await lets(find, ofHeadings('ｔｏｋｅｎｓ'), ['deep'])
      await lets(find, ofHeadings('見出'), ['other'])
    },
  ),
  ...onBothRetrievers('one of several headings will do, each by itself', documents, async (find) => {
    await lets(find, ofHeadings('tokens', 'sessions'), ['deep', 'joined'])
    await lets(find, ofHeadings('Access tokens 100'), [])
    await lets(find, ofHeadings('Access tokens\n100'), [])
    await lets(find, ofHeadings(), [])
    await lets(find, ofHeadings(''), [])
    await lets(find, ofHeadings(' \n', '%'), ['deep'])
    await lets(find, ofHeadings('_', '"s'), ['deep'])
  }),
]
