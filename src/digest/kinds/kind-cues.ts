// Phrases that reveal the kind of an observation, in users' own words and in an agent's report. English and French;
// other languages rely on punctuation and sentiment.

export type CueCounts = {
  problem: number
  request: number
  question: number
  praise: number
}

const PROBLEM = [
  /\b(crash\w*|freez\w*|froze|hang(s|ing)?|stuck|bug(s|gy)?|glitch\w*|broken?|breaks|fail\w*|error\w*|corrupt\w*|timeout|times? out)\b/,
  /\b(does|do|did|is|are|was|were|would|will|has|have|could)(n'?t| not)\b.{0,30}\b(work\w*|load\w*|open\w*|show\w*|sync\w*|connect\w*|save\w*|update\w*|appear\w*|arrive\w*|respond\w*|send|receive\w*|start\w*|recogni\w*|let|allow\w*)\b/,
  /\b(can'?t|cannot|can not|unable to|not able to|no longer|won'?t|stopped|stops|keeps? (on )?\w+ing|fails? to|never (arrive|load|work|sync|get|got)\w*)\b/,
  /\b(wrong|missing|lost|loses|losing|slow(ly)?|laggy|disappear\w*|vanish\w*|duplicate[ds]?|double[- ]?charged|charged twice|incorrect\w*|inaccurate|useless|unusable|drain\w*|disconnect\w*|logged out|issue with|trouble|problem\w*|blank|garbled|cut off|overlap\w*)\b/,
  /\b(ne (marche|fonctionne|s'ouvre|charge|repond)\w*|n'?arrive (plus|pas)|impossible|plante\w*|bloque\w*|beug\w*|erreur\w*|probleme\w*|perdu\w*|plus possible|deconnect\w*|marche (pas|plus)|fonctionne (pas|plus)|ne (peux|peut|parviens|recoi\w*|synchronise\w*)\b.{0,20}\b(pas|plus))\b/,
]

const REQUEST = [
  /\b(would (like|love|be (nice|great|good|cool|helpful|useful|handy|better|perfect|awesome))|wish\w*|wants?|wanted|hope[sd]? (for|to see)|hoping for)\b/,
  /\b(please|pls|could you|can you|should)\b.{0,25}\b(add|allow|let|make|support|include|bring|provide|give|have|implement|consider|be able)\b/,
  /\b(feature request|request(s|ed|ing)?|suggest\w*|asks? for|asked for|asking for|looking for a way|needs? (a|an|the|to be able|support|option|way|more)|missing (a|an|the)? ?(feature|option|way|ability)|lacks?|ability to|option (to|for)|add (a|an|the|support|more)|allow (us|me|users?|to)|support for|if only|it would|there should|should (be|have|allow|let|also|support))\b/,
  /\b(il (manque|faudrait|serait)|ce serait|manque|aimerait?s?|souhait\w*|voudrai\w*|pourr(iez|ait|ais)|ajout\w*|dommage (que|de ne)|possibilite de|prevoir|demande\w*|suggestion\w*|option pour)\b/,
]

const QUESTION = [
  /\?\s*$/,
  /^\W*(how|what|where|when|why|who|which|is there|are there|can i|could i|do i|does|is it|should i|may i|will)\b/,
  /\b(asks?|asked|asking|wonders?|wondering|wondered|unsure|not sure|unclear|wants? to know|curious|confused about|clarif\w+|inquir\w+|enquir\w+)\b.{0,12}\b(how|what|where|when|why|who|which|whether|if|about)\b/,
  /\b(how (do|can|to|does)|question about|any idea)\b/,
  /\b(comment|pourquoi|ou (est|sont|se trouve)|est-ce que|quand|combien|se demande|demande (si|comment|ou|quand|pourquoi)|peut-on|y a-t-il)\b/,
]

const PRAISE = [
  /\b(loves?|loved|wonderful|beautiful\w*|great|excellent|awesome|fantastic|amazing|perfect\w*|brilliant|superb|delight\w*|happy (with|about|that)|pleased|impressed|appreciat\w*|thank\w*|praise[sd]?|enjoy\w*|favou?rite|works? (great|well|perfectly|fine|flawlessly)|easy to use|very (good|useful|helpful)|best|(saves?|saved) (me|us|them|her|him|hours|time))\b/g,
  /\b(super|genial|parfait\w*|excellent\w*|adore\w*|tres (bien|bon|pratique|utile|satisfait\w*)|merci|ravi\w*|top|bravo|au top)\b/g,
]

const count = (cues: RegExp[], text: string): number => cues.filter((cue) => cue.test(text)).length

/** Expects folded text (see `foldText`). */
export function countCues(folded: string): CueCounts {
  const text = folded.replace(/’/g, "'")
  return {
    problem: count(PROBLEM, text),
    request: count(REQUEST, text),
    question: count(QUESTION, text),
    // Counts each word of praise, because one pattern contains most of them.
    praise: PRAISE.reduce((sum, cue) => sum + [...text.matchAll(cue)].length, 0),
  }
}
