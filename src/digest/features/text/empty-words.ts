// Words that say nothing about an issue: function words of the most common languages, and words that fit any issue.
export const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a about after again all already also always an and another any are as ask asked asking asks at away because been
  before being between both but by came can cannot come comes coming could did do does doing done each else even ever
  every few first for found from gave get gets getting give gives go goes going gone got had has have having he her here
  him his how if in instead into is it its just keep keeps kept last later least less let like likes little long look
  looks made make makes making many may might more most much must need needs never new next no nor not nothing now of off
  often old on once one only onto or other others our out over own part per put quite rather really right said same saw
  say saying says second see seen sees several she should show shows since so some somebody something sometimes soon
  still such take taken takes taking tell tells than that the their them then there these they thing things think thinks
  third this those though thought three time times to together told too took tried tries try trying two under until up
  upon us use used uses using very want wanted wants was way we well went were what when where whether which while who
  whole whom whose why will wish with within without would yet you your
  four five six seven eight nine ten hundred thousand
  les des une est pas pour que qui dans avec sur son ses mais plus
  der die das und ist nicht ein eine den dem mit von auf für sich
  los las una por para con del como pero más
  issue issues problem problems user users feedback report reports reported observation observations
  summary title product app customer customers`.split(/\s+/),
)
