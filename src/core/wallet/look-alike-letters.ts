/**
 * Latin letters, each with the characters that look like the letter. Decompose a text first (NFKD). Then look up each of its
 * characters twice: as it is, and in lower case. So a capital letter is listed only if its lower case doesn't look like the Latin
 * letter. `l` also stands for `i` and `1`, and `o` for `0`.
 *
 * From confusables.txt of UTS #39 (https://www.unicode.org/Public/security/latest/confusables.txt, Unicode License V3, copyright
 * Unicode, Inc.): the characters in the Basic Multilingual Plane that map to one Latin letter. Added: the Deseret letter kay, and
 * Latin letters with strokes, hooks and tails, which UTS #39 treats as different letters.
 */
export const lookAlikes: Readonly<Record<string, string>> = {
  a: 'ɑαаᎪᗅᴀᶏⱥꓮ',
  b: 'ßƀƃƄɓʙΒБЬвѣҍᏏᏴᖯᗷᴃᵬᶀꓐꞗꞴ',
  c: 'ƈȼɕΣςсҫᴄⲥꓚꞓꞔꮯ',
  d: 'ÐđƌȡɖɗԁᎠᏧᑯᑺᑻᒇᗞᗪᴅᵭᶁᶑꓒꓓꝺꟈ',
  e: 'ɇɛεеҽҿᎬᴇᶒᶓⱸⴹꓰꬲꬳꬴ',
  f: 'ƒϜքᖴᵮᶂẝꓝꜰꝼꞙꬵ',
  g: 'ƍǥɠɡɢʛԌցᏀᏳᵹᶃꓖꞡꬶ',
  h: 'ħɦʜΗнћҢһӇӉհᎻᏂᏲᕼⱨⲎꓧꚕꞕ',
  j: 'ȷɉɟʄʝϳјᎫᒍᒘᒙᴊꓙ',
  k: 'ƙκкқҟᛕᴋᶄⱪⲕꓗꝁꝃꝅꞣꮶ𐐗𐐿',
  l: 'i1|ıłƚǀȴɨɩɪɫɬɭʟιіӏוןױا١ٳ۱ߊᏞᒪᒶᒷᛁᴌᵻᵼᶅᶖⱡⲒⳐⵏꓡꓲꙇꝉꞎꬷꬸꬹꭵ',
  m: 'ɱΜϺмӍᎷᗰᛖᴍᵯᶆⲘꓟꬺ',
  n: 'ƞȵɲɳɴΝηпոռᵰᶇⲚꓠꞑꞥꬻ',
  o: '0øɔɵθοσоѳөօסه٥ھہە۵ۿ߀०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᴏᴐᴑᶗⱺⲟⴱⵁⵔ〇ꓳꝋꝍꬽꬾꬿꭴꮎꮻ',
  p: 'ƥρрᏢᑭᑶᑷᒆᴘᵱᵽᶈⲣꓑꝑꝓꝕ',
  q: 'ɋʠԛգզⵕꝗꝙꞯ',
  r: 'ɍɼɽɾʀгґғᎡᏒᖇᴦᵲᵳᶉⲅꓣꞃꞧꭆꭇꭈꭉꭋꭌꮁ',
  s: 'ƽȿʂѕՏᏕᵴᶊꓢꜱꞅꞩꟊꮪ',
  t: 'ŧƫƭȶʈτтҬᎢᴛᵵⱦⲦꓔꞇ',
  u: 'Ʉʋυцսሀᑌᑗᑘᑧᴜᵾᶙꓴꞟꞹꭎꭒꮜ',
  v: 'Ʋνѵט٧۷ᐯᐺᐻᴠⱱⱴⴸꓦꛟꝟꮩ',
  w: 'ɯωшѡѽԝաᏔᴡⱳꓪꝡꮃ',
  x: 'χхҲᕁᕽᚷᶍⲬⵝꓫꞳꭖꭗꭘꭙ',
  y: 'ƴɏɣʏΥγуүұყᎩᎽᶌỿⲨꓬꭚ',
  z: 'ƶȥɀʐʑΖᴢᵶᶎⱬꓜꮓ',
}
