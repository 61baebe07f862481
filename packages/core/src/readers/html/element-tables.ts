/*
 * Elements by what they do to the text, after the HTML Living Standard's rendering section.
 */

/** Elements whose text nobody sees. */
export const hiddenElements: ReadonlySet<string> = new Set([
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'script',
  'style',
  'template',
])

/** Elements that keep their white space. */
export const preformattedElements: ReadonlySet<string> = new Set([
  'listing',
  'plaintext',
  'pre',
  'textarea',
  'xmp',
])

/** Lists whose items are marked. */
export const listElements: ReadonlySet<string> = new Set(['dir', 'menu', 'ol', 'ul'])

/** Elements of whose attribute `alt` people see the text. */
export const picturedElements: ReadonlySet<string> = new Set(['area', 'img'])

/** Elements whose content is not HTML, so that `<title/>` in them is closed and no title of the page. */
export const foreignElements: ReadonlySet<string> = new Set(['math', 'svg'])

/** Elements that run on with the text around them; all others, known or not, part words. */
export const inlineElements: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd mark nobr q rp ruby s samp
   slot small span strike strong sub sup time tt u var wbr`
    .trim()
    .split(/\s+/u),
)
