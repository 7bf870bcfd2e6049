package elf

import "internal/binfile"

// A Machine is a processor: Header.Machine.
type Machine uint16

const (
	EM_NONE          Machine = 0
	EM_M32           Machine = 1
	EM_SPARC         Machine = 2
	EM_386           Machine = 3
	EM_68K           Machine = 4
	EM_88K           Machine = 5
	EM_860           Machine = 7
	EM_MIPS          Machine = 8
	EM_S370          Machine = 9
	EM_MIPS_RS3_LE   Machine = 10
	EM_PARISC        Machine = 15
	EM_VPP500        Machine = 17
	EM_SPARC32PLUS   Machine = 18
	EM_960           Machine = 19
	EM_PPC           Machine = 20
	EM_PPC64         Machine = 21
	EM_S390          Machine = 22
	EM_V800          Machine = 36
	EM_FR20          Machine = 37
	EM_RH32          Machine = 38
	EM_RCE           Machine = 39
	EM_ARM           Machine = 40
	EM_SH            Machine = 42
	EM_SPARCV9       Machine = 43
	EM_TRICORE       Machine = 44
	EM_ARC           Machine = 45
	EM_H8_300        Machine = 46
	EM_H8_300H       Machine = 47
	EM_H8S           Machine = 48
	EM_H8_500        Machine = 49
	EM_IA_64         Machine = 50
	EM_MIPS_X        Machine = 51
	EM_COLDFIRE      Machine = 52
	EM_68HC12        Machine = 53
	EM_MMA           Machine = 54
	EM_PCP           Machine = 55
	EM_NCPU          Machine = 56
	EM_NDR1          Machine = 57
	EM_STARCORE      Machine = 58
	EM_ME16          Machine = 59
	EM_ST100         Machine = 60
	EM_TINYJ         Machine = 61
	EM_X86_64        Machine = 62
	EM_PDSP          Machine = 63
	EM_PDP10         Machine = 64
	EM_PDP11         Machine = 65
	EM_FX66          Machine = 66
	EM_ST9PLUS       Machine = 67
	EM_ST7           Machine = 68
	EM_68HC16        Machine = 69
	EM_68HC11        Machine = 70
	EM_68HC08        Machine = 71
	EM_68HC05        Machine = 72
	EM_SVX           Machine = 73
	EM_ST19          Machine = 74
	EM_VAX           Machine = 75
	EM_CRIS          Machine = 76
	EM_JAVELIN       Machine = 77
	EM_FIREPATH      Machine = 78
	EM_ZSP           Machine = 79
	EM_MMIX          Machine = 80
	EM_HUANY         Machine = 81
	EM_PRISM         Machine = 82
	EM_AVR           Machine = 83
	EM_FR30          Machine = 84
	EM_D10V          Machine = 85
	EM_D30V          Machine = 86
	EM_V850          Machine = 87
	EM_M32R          Machine = 88
	EM_MN10300       Machine = 89
	EM_MN10200       Machine = 90
	EM_PJ            Machine = 91
	EM_OPENRISC      Machine = 92
	EM_ARC_COMPACT   Machine = 93
	EM_XTENSA        Machine = 94
	EM_VIDEOCORE     Machine = 95
	EM_TMM_GPP       Machine = 96
	EM_NS32K         Machine = 97
	EM_TPC           Machine = 98
	EM_SNP1K         Machine = 99
	EM_ST200         Machine = 100
	EM_IP2K          Machine = 101
	EM_MAX           Machine = 102
	EM_CR            Machine = 103
	EM_F2MC16        Machine = 104
	EM_MSP430        Machine = 105
	EM_BLACKFIN      Machine = 106
	EM_SE_C33        Machine = 107
	EM_SEP           Machine = 108
	EM_ARCA          Machine = 109
	EM_UNICORE       Machine = 110
	EM_EXCESS        Machine = 111
	EM_DXP           Machine = 112
	EM_ALTERA_NIOS2  Machine = 113
	EM_CRX           Machine = 114
	EM_XGATE         Machine = 115
	EM_C166          Machine = 116
	EM_M16C          Machine = 117
	EM_DSPIC30F      Machine = 118
	EM_CE            Machine = 119
	EM_M32C          Machine = 120
	EM_TSK3000       Machine = 131
	EM_RS08          Machine = 132
	EM_SHARC         Machine = 133
	EM_ECOG2         Machine = 134
	EM_SCORE7        Machine = 135
	EM_DSP24         Machine = 136
	EM_VIDEOCORE3    Machine = 137
	EM_LATTICEMICO32 Machine = 138
	EM_SE_C17        Machine = 139
	EM_TI_C6000      Machine = 140
	EM_TI_C2000      Machine = 141
	EM_TI_C5500      Machine = 142
	EM_TI_ARP32      Machine = 143
	EM_TI_PRU        Machine = 144
	EM_MMDSP_PLUS    Machine = 160
	EM_CYPRESS_M8C   Machine = 161
	EM_R32C          Machine = 162
	EM_TRIMEDIA      Machine = 163
	EM_QDSP6         Machine = 164
	EM_8051          Machine = 165
	EM_STXP7X        Machine = 166
	EM_NDS32         Machine = 167
	EM_ECOG1         Machine = 168
	EM_ECOG1X        Machine = 168
	EM_MAXQ30        Machine = 169
	EM_XIMO16        Machine = 170
	EM_MANIK         Machine = 171
	EM_CRAYNV2       Machine = 172
	EM_RX            Machine = 173
	EM_METAG         Machine = 174
	EM_MCST_ELBRUS   Machine = 175
	EM_ECOG16        Machine = 176
	EM_CR16          Machine = 177
	EM_ETPU          Machine = 178
	EM_SLE9X         Machine = 179
	EM_L10M          Machine = 180
	EM_K10M          Machine = 181
	EM_AARCH64       Machine = 183
	EM_AVR32         Machine = 185
	EM_STM8          Machine = 186
	EM_TILE64        Machine = 187
	EM_TILEPRO       Machine = 188
	EM_MICROBLAZE    Machine = 189
	EM_CUDA          Machine = 190
	EM_TILEGX        Machine = 191
	EM_CLOUDSHIELD   Machine = 192
	EM_COREA_1ST     Machine = 193
	EM_COREA_2ND     Machine = 194
	EM_ARC_COMPACT2  Machine = 195
	EM_OPEN8         Machine = 196
	EM_RL78          Machine = 197
	EM_VIDEOCORE5    Machine = 198
	EM_78KOR         Machine = 199
	EM_56800EX       Machine = 200
	EM_BA1           Machine = 201
	EM_BA2           Machine = 202
	EM_XCORE         Machine = 203
	EM_MCHP_PIC      Machine = 204
	EM_INTEL205      Machine = 205
	EM_INTEL206      Machine = 206
	EM_INTEL207      Machine = 207
	EM_INTEL208      Machine = 208
	EM_INTEL209      Machine = 209
	EM_KM32          Machine = 210
	EM_KMX32         Machine = 211
	EM_KMX16         Machine = 212
	EM_KMX8          Machine = 213
	EM_KVARC         Machine = 214
	EM_CDP           Machine = 215
	EM_COGE          Machine = 216
	EM_COOL          Machine = 217
	EM_NORC          Machine = 218
	EM_CSR_KALIMBA   Machine = 219
	EM_Z80           Machine = 220
	EM_VISIUM        Machine = 221
	EM_FT32          Machine = 222
	EM_MOXIE         Machine = 223
	EM_AMDGPU        Machine = 224
	EM_RISCV         Machine = 243
	EM_LANAI         Machine = 244
	EM_BPF           Machine = 247
	EM_LOONGARCH     Machine = 258
	EM_486           Machine = 6
	EM_MIPS_RS4_BE   Machine = 10
	EM_ALPHA_STD     Machine = 41
	EM_ALPHA         Machine = 0x9026
)

var machineNames = binfile.Names{Prefix: "EM_", List: "" +
	"NONE M32 SPARC 386 68K 88K =7 860 MIPS S370 MIPS_RS3_LE =15 PARISC =17 VPP500 SPARC32PLUS 960 PPC PPC64 S390 =36 " +
	"V800 FR20 RH32 RCE ARM =42 SH SPARCV9 TRICORE ARC H8_300 H8_300H H8S H8_500 IA_64 MIPS_X COLDFIRE 68HC12 MMA PCP " +
	"NCPU NDR1 STARCORE ME16 ST100 TINYJ X86_64 PDSP PDP10 PDP11 FX66 ST9PLUS ST7 68HC16 68HC11 68HC08 68HC05 SVX ST19 " +
	"VAX CRIS JAVELIN FIREPATH ZSP MMIX HUANY PRISM AVR FR30 D10V D30V V850 M32R MN10300 MN10200 PJ OPENRISC " +
	"ARC_COMPACT XTENSA VIDEOCORE TMM_GPP NS32K TPC SNP1K ST200 IP2K MAX CR F2MC16 MSP430 BLACKFIN SE_C33 SEP ARCA " +
	"UNICORE EXCESS DXP ALTERA_NIOS2 CRX XGATE C166 M16C DSPIC30F CE M32C =131 TSK3000 RS08 SHARC ECOG2 SCORE7 DSP24 " +
	"VIDEOCORE3 LATTICEMICO32 SE_C17 TI_C6000 TI_C2000 TI_C5500 TI_ARP32 TI_PRU =160 MMDSP_PLUS CYPRESS_M8C R32C " +
	"TRIMEDIA QDSP6 8051 STXP7X NDS32 ECOG1 MAXQ30 XIMO16 MANIK CRAYNV2 RX METAG MCST_ELBRUS ECOG16 CR16 ETPU SLE9X " +
	"L10M K10M =183 AARCH64 =185 AVR32 STM8 TILE64 TILEPRO MICROBLAZE CUDA TILEGX CLOUDSHIELD COREA_1ST COREA_2ND " +
	"ARC_COMPACT2 OPEN8 RL78 VIDEOCORE5 78KOR 56800EX BA1 BA2 XCORE MCHP_PIC INTEL205 INTEL206 INTEL207 INTEL208 " +
	"INTEL209 KM32 KMX32 KMX16 KMX8 KVARC CDP COGE COOL NORC CSR_KALIMBA~ Z80~ VISIUM~ FT32~ MOXIE AMDGPU =243 RISCV " +
	"LANAI =247 BPF =258 LOONGARCH =6 486 =10 MIPS_RS4_BE =41 ALPHA_STD =0x9026 ALPHA"}

func (i Machine) String() string   { return machineNames.Nearest(uint32(i), "") }
func (i Machine) GoString() string { return machineNames.Nearest(uint32(i), qualifier) }
