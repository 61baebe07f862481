/** What a person might write into a corpus to make a page do something. */
export const hostileTexts: readonly string[] = [
  '</script><img src=x onerror=alert(1)>',
  '<!--<script>alert(2)',
  '--><svg onload=alert(3)>',
  'javascript:alert(4)',
  `"'\` onmouseover="alert(5)" '`,
  '&lt;b&gt; &amp; &#60;i&#62;',
  'turned \u202egnp.exe\u2066 around',
  'nothing \u0000 and half \ud83d of it',
  'line\u2028separator, paragraph\u2029separator and \u061cmark',
  '${alert(6)} {{alert(7)}} __proto__ constructor',
]

/** All of them in one line. */
export const hostileText = hostileTexts.join(' | ')
