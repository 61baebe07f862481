/** Turkish function words, pronouns and question words. */
export const turkish = `
acaba ama ancak arada ayrıca bana başka bazı belki ben benden beni benim beri bile bir biraz biri birkaç birçok
biz bizden bize bizi bizim böyle böylece bu buna bunda bundan bunlar bunları bunların bunu bunun burada bütün
çok çoğu çünkü da daha dahi de defa değil diğer diye dolayı dolayısıyla eğer en fakat gibi göre hangi
hani hatta hem henüz hep hepsi her herhangi herkes hiç hiçbir için ile ilgili ise işte kaç kadar karşı
karşın kendi kendine kendini kendisi ki kim kimden kime kimi kimin kimse mi mı mu mü nasıl ne neden nedenle
nerede nereden nereye niçin niye o olan olarak oldu olduğu olduğunu olmak olması olmayan olmaz olsa olsun olup
olur on ona ondan onlar onlara onlardan onları onların onu onun oysa öyle pek rağmen sadece sanki sen senden seni
senin siz sizden size sizi sizin sonra şey şu şuna şunlar şunu tarafından tüm üzere var ve veya ya yani
yapılan yapılması yerine yine yoksa zaten
`
