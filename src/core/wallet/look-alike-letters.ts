/**
 * Latin letters, each with the characters that look like it, for text in compatibility decomposition and lower case. A capital is
 * listed if its lower case doesn't look alike. `l` also stands for `i` and `1`, and `o` for `0`.
 *
 * From confusables.txt of UTS #39 (https://www.unicode.org/Public/security/latest/confusables.txt, Unicode License V3, copyright
 * Unicode, Inc.): what maps to one Latin letter, in the Basic Multilingual Plane. Added: Latin letters with strokes, hooks and
 * tails, which UTS #39 keeps apart, and the Deseret letter kay.
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
