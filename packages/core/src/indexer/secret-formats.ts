/* Formats of keys and tokens, as the services that issue them document them. `unlisted-secrets.ts` tests what the lists lack. */

/** What tokens of services begin with, as patterns: language models, code, clouds, payment, messages, notes. */
const tokenStarts = [
  'sk- xai- pplx- nvapi- jina_ tgp_v1_ AIza',
  'gh[pousr]_ github_pat_ gl(?:pat|ptt|dt|rt|cbt|ft|imt|agent|soat)- ATATT3 ATCTT3 pypi- dckr_(?:pat|oat)_',
  'do[opr]_v1_ ya29\\. GOCSPX- v1\\.0- fm[12]_ hv[sbr]\\. sb_secret_ pscale_(?:tkn|pw|oauth)_ tskey- dp\\.(?:pt|st|ct|sa|scim|audit)\\. gl(?:sa|c)_ sntr[yu]s_ lsv2_[ps]t_',
  '[rs]k_(?:live|test|prod)_ whsec_ sq0[a-z]{3}- EAA[AG] shp(?:at|ss|ca|pa)_ rzp_(?:live|test)_ access-(?:sandbox|production)-',
  'xox[abeoprs]- xapp-\\d- SG\\. xkeysib- pat-(?:na|eu)\\d- lin_(?:api|oauth)_ figd_ pat[A-Za-z\\d]{14}\\. CFPAT- duffel_(?:live|test)_',
]

/** The same, of tokens without signs, because names in programs begin with these too. */
const plainStarts =
  'hf_ r8_ fw_ gsk_ csk- npm_ rubygems_ cio sq[up]_ sgp_ ATBB dapi LTAI vercel_ nfp_ sbp_ rnd_ pul- phx_ NRAK- ops_eyJ EZ[AT]K re_[A-Za-z\\d]{6,12}_ key- SK(?=[a-f\\d]{32}) PMAK- ntn_ secret_'

const anyOf = (starts: string): string => String.raw`(?<![A-Za-z\d])(?:${starts.replaceAll(' ', '|')})`

/** Patterns whose whole match is a secret; first parts of several lines. */
export const secretFormats: readonly RegExp[] = [
  /<private>[^]*?(?:<\/private>|$)/giu,
  /-----BEGIN (?:[A-Z\d]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z\d ]{1,40}-----|$)/gu,
  /\bPuTTY-User-Key-File-\d[^]*?(?:Private-MAC: {0,4}\w{1,200}|$)/gu,
  new RegExp(
    String.raw`${anyOf(tokenStarts.join(' '))}(?=[A-Za-z_.=+/-]{0,100}\d)(?:[\w=+/-]|\.(?!\.)){16,65536}`,
    'gu',
  ),
  new RegExp(String.raw`${anyOf(plainStarts)}(?=[A-Za-z]{0,100}\d)[A-Za-z\d]{20,65536}`, 'gu'),
  /\b(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z\d])[A-Z\d]{16}\b/gu,
  /\bAGE-SECRET-KEY-1[A-Z\d]{20,65536}/gu,
  /(?<![\w.-])eyJ[\w-]{10,65536}\.eyJ[\w-]{10,65536}\.[\w-]{10,65536}/gu,
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,65536}|\bdiscord(?:app)?\.com\/api\/webhooks\/\d{1,30}\/[\w-]{20,65536}|\bwebhook\.office\.com\/webhookb2\/[\w@/-]{20,65536}/gu,
  /\b\d{8,10}:AA[\w-]{32,65536}/gu,
  /\b[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,65536}/gu,
  /[\w.~]{3}\dQ~[\w.~-]{31,34}/gu,
  // Hashes of passwords, which can be guessed from them.
  /\$(?:2[abxy]|apr1|1|5|6|7|y|gy|argon2(?:id|i|d)|scrypt)\$[\w./$=,+-]{20,65536}/gu,
]
