// What must not be buried, even if few say it: leaked data, lost data or money, safety, law. Matches words that say
// that it happened, in the ten languages that the digest reads, and not what is wished for, feared or praised.
import type { IssueKind, Stake } from '../../contract/labels.ts'
import { foldText } from '../features/text/words.ts'

const OTHERS =
  "(?:someone|somebody) else'?s?|(?:an)?other (?:user|customer|patient|person|people|client|tenant|company|employee|family|driver|student|account|guest|member)s?'?s?'?|(?:a )?(?:different|wrong) (?:user|customer|patient|person|client|employee)'?s?|strangers?'?s?|everyone'?s|other people'?s"
const THEIRS =
  'data|accounts?|details?|invoices?|messages?|photos?|pictures?|orders?|records?|address(?:es)?|names?|e-?mails?|files?|reports?|results?|prescriptions?|chats?|documents?|statements?|payslips?|salar(?:y|ies)|profiles?|cards?|phone numbers?|bookings?|history|notes?|inbox|medical \\w+|bank \\w+|private \\w+|personal \\w+|contacts?|calendar'
const PRIVATE =
  '(?:personal|private|customer|medical|patient|health|payment|user|salary|bank|home address(?:es)?|phone numbers?|passwords?|credit card) ?(?:data|information|info|details|e-?mails?|records?|notes?|numbers?|files?|photos?|messages?|documents?|addresses)?'
const WORK =
  'work|data|notes?|files?|photos?|pictures?|documents?|records?|entries|recordings?|drafts?|history|projects?|edits|changes|messages|contacts|backups?|pages?|chapters?|recipes?|answers?|submissions?|scans?|saves?|saved games?|library|everything|essay|thesis|report|spreadsheet|tracks|videos?|designs?|drawings?|logs?|measurements?'
const MONEY =
  'money|funds|payments?|payouts?|deposits?|transfers?|refunds?|salary|wages|balance|savings|credits?|earnings|tips?'

/** The words of each language, ignoring accents and case. */
const CUES: Record<Stake, string[]> = {
  privacy: [
    `(?:saw|sees?|seeing|seen|shows?|showed|shown|showing|displays?|displayed|got|gets|received?|opened?|opens|logged in(?:to| as)|signed in(?:to| as)|access(?:ed)?(?: to)?|views?|viewed|read|found|into|landed in|contain(?:s|ed|ing)?|with|has|had|of)\\b(?: \\w+){0,4}? (?:${OTHERS})(?: \\w+){0,2} (?:${THEIRS})\\b`,
    `(?:${THEIRS}) (?:of|from|belonging to|that belongs? to|meant for) (?:${OTHERS})`,
    `${PRIVATE} (?:(?:was|were|is|are|got|gets|being|been|has|have|accidentally|suddenly|became) ){1,3}(?:leaked|exposed|public|publicly|visible to|shared with|sent to (?:the wrong|other|another)|stolen|readable by|shown to)`,
    `(?:leak(?:s|ed|ing)?|expos(?:es?|ed|ing)) (?:\\w+ ){0,3}?(?:data|e-?mails?|passwords?|names|addresses|records|tokens?|keys?|information|personal|customer|patient|salar)`,
    'data (?:leak|breach)|privacy (?:breach|violation|incident|leak)|security (?:breach|hole|incident|vulnerability)',
    '(?:was|were|been|got|account|my) hacked|(?:logged|signed) in as (?:someone|somebody) else|account takeover|account (?:was |got |is )?(?:compromised|taken over)|passwords? (?:\\w+ ){0,3}(?:in )?plain ?text',
    'unauthori[sz]ed (?:access|person|people|login|log-in|sign-in|users?)|(?:somebody|someone|strangers?) (?:else )?(?:has |had |got |could |can )?(?:logged in(?:to)?|signed in(?:to)?|access(?:ed)?|got into|get into)',
    '(?:invoice|report|results?|letter|e-?mail|message|statement|payslip|document|prescription|records?) (?:\\w+ ){0,4}(?:went|sent|delivered|addressed|mailed) to (?:the wrong|another|a different|someone else|somebody else|a stranger)',
    '(?:daten|rechnung(?:en)?|akten?|befunde?|nachrichten|fotos|konto|profil|adressen?|bestellungen) (?:von |anderer |fremder |eines |einer )+(?:anderen?|fremden?|kunden|nutzer|patienten|personen)\\w*|(?:fremde|andere) (?:rechnung|akte|daten|befunde|nachrichten|konten)|datenleck|datenpanne|gehackt',
    "(?:donnees|factures?|dossiers?|messages|photos|compte|adresses?) d'(?:un autre|une autre|autres|autrui)|fuite de donnees|(?:compte|ete) pirate|(?:voit|vu|recu|affiche) (?:les |la |le )?\\w+ d'un(?:e)? autre (?:client|patient|utilisateur|personne)",
    '(?:datos|facturas?|mensajes|fotos|cuenta|historial|pedidos) de (?:otr[oa]s?|otras personas)|(?:filtracion|fuga) de datos|hacke(?:aron|ado|ada)|(?:dados|faturas?|mensagens|fotos|conta) de (?:outr[oa]s?)|vazamento de dados|(?:dati|fatture|messaggi|foto|account) di (?:altri|altre|un altro|un.altra)|(?:fuga|violazione) (?:di|dei) dati',
    '(?:gegevens|factuur|facturen|berichten|account) van (?:anderen|een ander\\w*|iemand anders)|datalek|gehackt|(?:dane|faktur\\w*|wiadomosci|konto) (?:innego|innej|innych|obcej|cudze)\\w*|wyciek danych',
    '(?:данные|счет|счета|переписк\\w*|заказы?|аккаунт) (?:другого|другои|других|чуж\\w+)|чуж(?:ие|ои|ую|ого) (?:данные|аккаунт|счет|переписк)|утечк\\w+|взлом',
    '(?:他人|別の(?:顧客|ユーザー|患者|人|客)|知らない人)の?(?:情報|データ|請求書|注文|メッセージ|写真|アカウント)|情報(?:漏えい|漏洩|流出)|(?:别人|他人|其他(?:用户|客户|患者))的?(?:数据|信息|账单|订单|消息|照片|账户|发票)|(?:数据|信息)泄(?:露|漏)|被盗号',
  ],
  data: [
    `(?:lost|loses?|losing|destroyed|erased|wiped|overwr(?:ote|ites|itten)) (?:(?:all|every|half|most|the|my|our|their|his|her|hours|days|weeks|months|years|months'|years'|two|three|four|five|six|ten|\\d+|a|an|whole|entire|of|worth|day's|year's|week's|unsaved|saved) ){0,6}(?:\\w+ )?(?:${WORK})\\b`,
    `(?:deleted|removed|wiped|erased) (?:all|everything|every|the whole|the entire|my entire|my whole|their entire|their whole) `,
    `(?:all|everything|every|the whole|the entire|entire|half of|most of|years of|months of|weeks of|days of|hours of)(?: (?:of|my|our|their|his|her|the|${WORK}|\\w+)){0,3} (?:(?:is|are|was|were|has|have|had|been|got|just|simply|suddenly) ){0,3}(?:gone|lost|deleted|wiped|vanished|disappeared|erased|overwritten|corrupted)\\b`,
    '(?:caus\\w+|with|real|serious|permanent|irreversible|had|suffer\\w*|led to|result\\w* in|reports?|after) (?:a |an |total |complete |partial |silent |permanent )*(?:data loss|loss of data)|data loss (?:after|when|on|during|since)',
    '(?:corrupt(?:s|ed|ing)) (?:\\w+ ){0,3}(?:data|files?|database|backups?|projects?|documents?|saves?|records|photos)|(?:data|files?|database|backups?|projects?|documents?|saves?|records|photos) (?:\\w+ ){0,2}(?:is|are|was|were|got|gets|became) corrupt',
    '(?:alle|samtliche|ganzen?|meine|unsere|ihre|seine) (?:\\w+ ){0,2}(?:daten|notizen|dateien|fotos|eintrage|dokumente|arbeit|aufnahmen|entwurfe) (?:\\w+ ){0,5}(?:weg|verloren|geloscht|verschwunden|futsch|uberschrieben)|datenverlust|stunden arbeit (?:\\w+ )?(?:weg|verloren)',
    '(?:perdu|efface|supprime|ecrase) (?:toutes?|tous|mes|ses|leurs|nos|les|des heures|des jours|deux|trois|\\d+)(?: \\w+){0,3} (?:donnees|notes|fichiers|photos|documents|travail|textes?|entrees|projets?|historique)|perte de donnees|(?:donnees|notes|fichiers|photos|documents) (?:ont|sont|a) (?:\\w+ )?(?:disparu|perdu|efface)',
    '(?:perdi|perdio|perdieron|perdido|borro|borraron|borrado|perdeu|perdemos|apagou|perso|persi|cancellato) (?:\\w+ ){0,4}(?:datos|notas|archivos|fotos|documentos|trabajo|registros|dados|arquivos|ficheiros|trabalho|dati|note|file|documenti|lavoro|foto)|perdida de datos|perda de dados|perdita di dati|(?:datos|notas|archivos|fotos|dados|arquivos|dati|file) (?:\\w+ ){0,3}(?:desaparec\\w+|sumiram|spariti|sparite|scomparsi)',
    '(?:al|alle) (?:\\w+ ){0,3}(?:gegevens|notities|bestanden|fotos|werk|documenten) (?:\\w+ ){0,3}(?:kwijt|weg|verdwenen|gewist|verloren)|dataverlies|(?:stracil\\w*|utracil\\w*|skasowal\\w*|usun\\w+) (?:\\w+ ){0,3}(?:dane|danych|notatk\\w*|plik\\w*|zdjec\\w*|dokument\\w*|prac\\w*)|utrat\\w+ danych|(?:dane|notatki|pliki|zdjecia) (?:\\w+ ){0,2}(?:znikn\\w+|przepad\\w+)',
    '(?:пропали|исчезли|потеря\\w+|удалил\\w*|стерл\\w*) (?:[а-я]+ ){0,3}(?:данны\\w+|заметк\\w+|фаил\\w*|фото\\w*|документ\\w*|запис\\w+|работ\\w+)|(?:данные|заметки|фаилы|фото|документы|записи) (?:[а-я]+ ){0,2}(?:пропали|исчезли|потеряны|удалены)|потер\\w+ данных',
    '(?:データ|ファイル|写真|メモ|記録|履歴|書類|原稿)[^。]{0,8}(?:消え|失われ|削除され|なくな|飛ん)|(?:数据|文件|照片|笔记|记录|文档|稿子)[^。，]{0,8}(?:丢失|丢了|没了|不见了|消失|被删|被清空)',
  ],
  money: [
    '(?:charged?|billed|debited|paid|invoiced) (?:\\w+ ){0,6}?(?:twice|two times|three times|double|again and again|the wrong amount|too much)|(?:charged?|billed|debited) (?:\\w+ ){0,5}?(?:after|despite|although|even though)(?: \\w+){0,4} cancel\\w*|(?:charged?|billed|debited) (?:\\w+ ){0,4}without (?:\\w+ )?(?:consent|permission|asking|authori[sz]ation|notice)',
    'double[- ]?(?:charg|bill|debit)\\w*|overcharg(?:ed|es|ing)|over-?billed|duplicate (?:charges?|payments?|debits?|payouts?|withdrawals?|transactions?|transfers?)',
    `(?:${MONEY}) (?:of [^ ]+ )?(?:(?:is|are|was|were|has|have|just|simply|suddenly|never|not|had|went|been|still|did|didn't|hasn't|haven't) ){0,4}(?:missing|disappeared|gone|vanished|lost|arrived?|came|stolen|to the wrong)\\b(?<!(?:is|are|was|were|has|have|just|had|suddenly) (?:arrived?|came))(?<!(?:${MONEY}) (?:arrived?|came))`,
    `(?:lost|losing|loses|cost (?:me|us|him|her|them)|out of pocket)(?: \\w+){0,3} (?:money|[$€£]\\s?\\d|\\d[\\d.,]* ?(?:euros?|dollars?|pounds?|usd|eur|gbp|chf))|lost [$€£]`,
    '(?:unauthori[sz]ed|fraudulent) (?:charges?|payments?|transactions?|withdrawals?|transfers?|purchases?|orders?)|(?:is|was|were|been|victim of|called it|looks like|possible) (?:a )?fraud|scammed|(?:paid|credited|transferred|sent|refunded) (?:\\w+ ){0,4}(?:to )?the wrong (?:account|person|recipient|card|customer|vendor|supplier)',
    '(?:doppelt|zweimal|mehrfach|zu viel) (?:abgebucht|berechnet|belastet|bezahlt|eingezogen)|(?:abgebucht|belastet|eingezogen)(?: \\w+){0,4} (?:obwohl|trotz) (?:\\w+ ){0,4}gekundigt|(?:geld|uberweisung|auszahlung|erstattung) (?:\\w+ ){0,4}(?:weg|verschwunden|nie angekommen|nicht angekommen|verloren)|betrug(?!s)',
    'paye[es]{0,2} deux fois|(?:debite|preleve|facture)\\w* (?:\\w+ ){0,3}(?:deux fois|en double|trop|a tort)|double prelevement|(?:argent|virement|remboursement|paiement) (?:\\w+ ){0,3}(?:disparu|perdu|jamais (?:arrive|recu))|fraude|escroquerie',
    '(?:cobr\\w+|cargo\\w*|factur\\w+) (?:\\w+ ){0,3}(?:dos veces|doble|duplicado|de mas|duas vezes|em dobro|a mais)|(?:dinero|reembolso|pago|transferencia|dinheiro|pagamento|soldi|rimborso|bonifico) (?:\\w+ ){0,4}(?:desaparec\\w+|perdido|nunca llego|no llego|sumiu|nao (?:chegou|caiu)|sparit\\w|mai arrivat\\w|pers\\w)|(?:addebitat|pagat|fatturat)\\w (?:\\w+ ){0,2}(?:due volte|doppi)|cobro duplicado|doppio addebito|fraude|estafa|truffa',
    '(?:twee keer|dubbel|te veel) (?:\\w+ )?(?:afgeschreven|gefactureerd|betaald|in rekening)|(?:geld|terugbetaling|betaling) (?:\\w+ ){0,3}(?:weg|verdwenen|nooit aangekomen|kwijt)|(?:pobran\\w*|obciazon\\w*|zaplacil\\w*|naliczon\\w*) (?:\\w+ ){0,3}(?:dwa razy|dwukrotnie|podwojnie)|(?:dwa razy|dwukrotnie|podwojnie) (?:\\w+ ){0,3}(?:pobran|obciaz|zaplac|nalicz)\\w*|(?:pieniadze|przelew|zwrot) (?:\\w+ ){0,3}(?:znikn\\w+|nie dotar\\w+|przepad\\w+)|oszust\\w+',
    '(?:списал\\w+|сняли|оплат\\w+) (?:[а-я]+ ){0,3}(?:дважды|два раза|двоино|повторно)|(?:дважды|два раза) (?:[а-я]+ ){0,2}(?:списал|сняли)\\w*|(?:деньги|платеж|возврат|перевод) (?:[а-я]+ ){0,3}(?:пропал\\w*|исчез\\w*|не приш\\w+|не дош\\w+)|мошенни\\w+',
    '(?:二重|2回|二回|重複)(?:に)?(?:請求|課金|引き落と|決済)|(?:お金|返金|送金|入金|残高)[^。]{0,8}(?:消え|届か|なくな)|(?:重复|多次|两次|双重)(?:扣款|扣费|收费|扣钱)|(?:扣|收)了(?:两|2)次|(?:钱|退款|余额|转账)[^。，]{0,6}(?:不见|消失|没到账|没了)|诈骗|盗刷',
  ],
  safety: [
    '(?:was|were|been|got|is|are|almost|nearly|seriously|someone|somebody|child|kid|user) (?:\\w+ )?(?:injured|hurt(?! (?:by|about) (?:\\w+ ){0,2}(?:tone|words?|wording|messages?|mails?|comments?|jokes?))|electrocuted|burn(?:ed|t) (?:himself|herself|themselves|himself|by|on)|hospitali[sz]ed|poisoned|run over|killed)|injur(?:ed|es|ing) (?:his|her|their|my|our|himself|herself|themselves)\\b|electric(?:al)? shock|caught fire|catch(?:es|ing)? fire|(?:started|starts|is|was) (?:smoking|burning)|burn(?:ed|t) (?:my|his|her|their|the) (?:hand|finger|skin|arm|leg|face|carpet|table|wall|house|kitchen)\\w*|exploded(?! view)',
    'overdos\\w*|(?:twice|ten times) the dose|(?:wrong|double|incorrect|missed) (?:dose|doses|dosage|medication|medicine|blood type|patient)\\b(?! name)|allergic reaction|(?:allerg\\w+) (?:\\w+ ){0,5}(?:missing|not shown|hidden|ignored|wrong|dropped|lost|gone|not listed)|(?:missing|hides|hid|ignored|dropped|without) (?:\\w+ ){0,2}allerg\\w+',
    "suicid\\w*|self[- ]harm|(?:ambulance|emergency (?:services|call|room)|hospital)(?: \\w+){0,4} (?:was|were|had to|could not|couldn't|failed|did not|didn't|never)|(?:ended up|taken|went) (?:in|to) (?:the )?(?:hospital|emergency)",
    "(?:almost|nearly) (?:\\w+ )?(?:hit|crashed|fell(?! off (?:his|her|my|their) chair)|drowned|died|choked|ran|drove|had an accident|caused an accident)|(?:into|against) oncoming traffic|wrong way (?:down|into|on)|(?:caused?|in) an? (?:\\w+ )?accident|brakes? (?:\\w+ ){0,2}(?:fail|did not|didn't|stopped|locked)\\w*|carbon monoxide|gas leak|smoke (?:alarm|detector) (?:\\w+ ){0,3}(?:did not|didn't|never|failed|silent|stayed)",
    'danger(?:ous)? (?:to|for) (?:life|people|children|kids|patients|drivers|users|riders|the public|my|our|his|her|their)|safety (?:hazard|risk|incident|issue)|(?:is|was|were|being|been) (?:stalked|harassed|threatened)|stalker|death threats?|patient safety',
    '(?:wurde|ist|hat sich|habe mich|kind|person) (?:\\w+ )?verletzt|brannte|feuer gefangen|stromschlag|uberdos\\w+|falsche (?:dosis|dosierung|medikament\\w*)|lebensgefahr\\w*|(?:einen|beinahe|fast) unfall|(?:blesse|brule)[es]{0,2} |incendie|surdos\\w+|mauvaise dose|en danger|choc electrique',
    'heridos?|lesion(?:ado|ada|es)|incendi\\w+|sobredosis|dosis (?:equivocada|incorrecta)|descarga electrica|peligro para|ferid[oa]s?|choque eletrico|dose errada|overdose|ferit[oi]|scossa elettrica|dose sbagliata|gewond|brand ontstaan|elektrische schok|verkeerde dosis|levensgevaarlijk',
    'rann(?:y|a|ych)|poparz\\w+|pozar|porazenie pradem|zla dawk\\w+|zagroz\\w+ zyci\\w+',
    'травм\\w+|ожог\\w*|пожар\\w*|удар\\w* током|передозировк\\w+|неверн\\w+ доз\\w+|угроз\\w+ жизни|怪我|火傷|やけど|発火|感電|過剰投与|受伤|起火|(?<!不)着火了|触电|烫伤|用药过量',
  ],
  law: [
    'lawsuit|legal action|(?:go(?:es|ing)?|went|talk(?:s|ed|ing)?|spoke|turn(?:s|ed|ing)?|hand(?:s|ed|ing)?|threat\\w*|involv\\w+|hir(?:ed|ing)|consult\\w*|contact\\w*|instruct\\w*|letter|mail)(?: \\w+){0,3} (?:lawyers?|attorneys?|solicitors?)\\b|(?:my|our|their|his|her) (?:lawyer|attorney|solicitor)s? (?:has |have |is |will )?(?:ask|wr[io]t|demand|sent|send|advis|claim|call|insist)\\w*|(?:threaten\\w*|want\\w*|going|ready|will|plans?|intends?) (?:to )?(?:sue|press charges|go to court)\\b|(?:take|taking|took) (?:\\w+ )?to court',
    '\\b(?:illegal(?:ly)?(?! (?:characters?|arguments?|states?|instructions?|moves?|values?|formats?|inputs?|tokens?|access|operations?))|unlawful(?:ly)?)\\b|(?:violat\\w+|in breach of|breach(?:es|ed)?|against|break(?:s|ing)|not compliant with|non-?compliant with|infring\\w+)(?: \\w+){0,4} (?:gdpr|hipaa|ccpa|law|laws|regulations?|labou?r law|data protection|copyright)\\b|(?:gdpr|hipaa|ccpa|data protection|copyright|labou?r law) (?:violation|breach|complaint|fine|infringement)|data protection (?:authority|commissioner)|(?:report(?:s|ed|ing)?|complain\\w*|complaint|go(?:es|ing)?|went|turn(?:s|ed|ing)?|mention\\w*|contact\\w*|call(?:s|ed)|wr[io]te\\w*)(?: \\w+){0,3} (?:regulator|ombudsman|consumer protection|police)\\b|discriminat(?:ed|ion|es|ing)\\b',
    'rechtswidrig|mit (?:dem|einem|seinem|ihrem) (?:rechts)?anwalt|(?:seinen|ihren|meinen|unseren|einen) (?:rechts)?anwalt|klage (?:ein|erheb|droh)\\w*|dsgvo[- ]?versto\\w+|verstoß\\w* gegen|verstosst gegen|datenschutzbehorde|anzeige erstatt\\w+|illega(?:ux|le)|(?:mon|son|notre|leur) avocat|porter plainte|violation du rgpd|(?:contraire|enfreint) (?:a la|la|au) (?:loi|rgpd)|\\bcnil\\b',
    'ilegal|(?:su|mi|nuestro) abogad[oa]|demandar (?:a la|los|les)|denunci(?:a|ar|ado) (?:ante|a la)|viola (?:la|el) (?:ley|rgpd)|(?:seu|sua|meu) advogad[oa]|processar (?:a empresa|voces)|viola a lei|lgpd violad\\w|\\bprocon\\b|illegale|(?:suo|mio|nostro) avvocato|viola (?:la legge|il gdpr)|garante della privacy|onwettig|illegaal|(?:mijn|zijn|haar) advocaat|aangifte (?:gedaan|doen|bij)|strijd met de (?:wet|avg)',
    'nielegaln\\w+|(?:moj|jego|jej|nasz|z) (?:prawnik|adwokat)\\w*|pozew|pozwac|narusz\\w+ (?:rodo|prawa)',
    'незаконн\\w+|(?:к|с|наш|мои|его|ее) (?:юрист|адвокат)\\w*|в суд\\b|нарушен\\w+ (?:закон\\w*|прав)|роспотребнадзор|違法|弁護士に相談|弁護士を|訴訟を|訴える|法律違反|违法|找律师|起诉|诉讼|违反(?:法律|规定)',
  ],
}

/** It did not happen: it is wished away, feared, or praised for being absent. */
const NOT_HAPPENED =
  /(?:\b(?:no|not|never|without|without any|avoids?|prevents?|preventing|protects?|protection|against|in case of|fear of|afraid of|worr(?:y|ied) about|risk of|whether|would|might|may|instead of|kein|keine|ohne|vor|sans|eviter|sin|evitar|sem|senza|evitare|zonder|bez|без) )(?:\w+ ){0,2}$/

/** Other than Latin. */
const OTHER_SCRIPT = /[\u0400-\u04FF\u3040-\u30FF\u4E00-\u9FFF]/

const patternsOf = (isWanted: (cue: string) => boolean) =>
  (Object.entries(CUES) as [Stake, string[]][]).map(([stake, cues]) => ({
    stake,
    // In a script without spaces, a word may begin anywhere.
    pattern: new RegExp(`(?<![a-zа-я0-9])(?:${cues.filter(isWanted).map(foldedCue).join('|')})`, 'gu'),
  }))

/** Folded like texts; a letter is one of any script. In text without spaces, a match is not extended to the end. */
function foldedCue(cue: string): string {
  return foldText(cue)
    .replaceAll('ł', 'l')
    .replaceAll('\\w', '[\\p{L}\\p{N}]')
    .replaceAll(']*', ']{0,30}')
    .replaceAll(']+', ']{1,30}')
}

const LATIN = patternsOf((cue) => !OTHER_SCRIPT.test(cue))
const OTHER = patternsOf((cue) => OTHER_SCRIPT.test(cue))

/** Null for none, and for wishes and praise. */
export function stakeOf({
  title,
  description,
  kind,
}: {
  title: string
  description: string
  kind: IssueKind
}): Stake | null {
  if (kind === 'request' || kind === 'praise') return null
  const text = foldText(`${title}\n${description}`)
    .replace(/[’`]/g, "'")
    .replace(/ł/g, 'l')
    .replace(/[ \t]+/g, ' ')
  for (const { stake, pattern } of OTHER_SCRIPT.test(text) ? OTHER : LATIN)
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length
      if (
        !NOT_HAPPENED.test(text.slice(Math.max(0, match.index - 40), match.index)) &&
        !/^ (?:would|could|might)/.test(text.slice(end, end + 7))
      )
        return stake
    }
  return null
}
