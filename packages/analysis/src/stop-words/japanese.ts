/** Japanese particles, auxiliaries, demonstratives and question words. */
export const japanese = `
は が の を に へ と で も や か ね よ から まで より など だけ ので のに けど でも です ます した して する され さ れ れる
ある いる なる こと もの ため よう という これ それ あれ どれ この その あの どの ここ そこ あそこ どこ だれ 誰 何 なに なん
いつ なぜ どう どうして どんな いくつ いくら でしょう ました ません ない たい て た だ な い う
`
