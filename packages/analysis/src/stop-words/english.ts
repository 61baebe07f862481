/** English function words, question words and the pieces that contractions fall into. */
export const english = `
a about above after again against all also am an and any are aren as at be because been before being below between both
but by can cannot could couldn d did didn do does doesn doing don down during each either else ever few for from further
had hadn has hasn have haven having he her here hers herself him himself his how however i if in into is isn it its
itself just let ll m me might mightn more most must mustn my myself needn neither no nor not now of off on once only or
other ought our ours ourselves out over own please re s same shall shan she should shouldn so some such t than that the
their theirs them themselves then there these they this those through to too under until up upon us ve very was wasn we
were weren what when where whether which while who whom whose why will with won would wouldn yet you your yours yourself
yourselves
`
