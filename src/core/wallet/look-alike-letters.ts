/**
 * Letters with the characters that look like them, for text in compatibility decomposition and lower case; capitals are listed if
 * only they look alike. `l` stands for `i` and `1` too, and `o` for `0`.
 *
 * From confusables.txt of UTS #39 (https://www.unicode.org/Public/security/latest/confusables.txt, Unicode License V3, copyright
 * Unicode, Inc.): what maps to one Latin letter, in the Basic Multilingual Plane. Added: Latin letters with strokes, hooks and tails,
 * which UTS #39 keeps apart, and the Deseret letter kay.
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
