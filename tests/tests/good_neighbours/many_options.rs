//! As many options as there are countries, or regions of a continent, and a default that lists
//! each of them.

use elicit_core::{Elicit, InvalidContent, form::Literal, from_value};
use serde_json::{Value, json};

macro_rules! choose_all {
    ($($variant:ident $name:literal)*) => {
        #[derive(Elicit)]
        enum Country {
            $($variant,)*
        }

        #[derive(Elicit)]
        struct Shipping {
            #[elicit(multi_select, default = [$($name),*])]
            countries: Vec<Country>,
        }
    };
}

choose_all! {
    C0 "C0" C1 "C1" C2 "C2" C3 "C3" C4 "C4" C5 "C5" C6 "C6" C7 "C7" C8 "C8" C9 "C9" C10 "C10"
    C11 "C11" C12 "C12" C13 "C13" C14 "C14" C15 "C15" C16 "C16" C17 "C17" C18 "C18" C19 "C19"
    C20 "C20" C21 "C21" C22 "C22" C23 "C23" C24 "C24" C25 "C25" C26 "C26" C27 "C27" C28 "C28"
    C29 "C29" C30 "C30" C31 "C31" C32 "C32" C33 "C33" C34 "C34" C35 "C35" C36 "C36" C37 "C37"
    C38 "C38" C39 "C39" C40 "C40" C41 "C41" C42 "C42" C43 "C43" C44 "C44" C45 "C45" C46 "C46"
    C47 "C47" C48 "C48" C49 "C49" C50 "C50" C51 "C51" C52 "C52" C53 "C53" C54 "C54" C55 "C55"
    C56 "C56" C57 "C57" C58 "C58" C59 "C59" C60 "C60" C61 "C61" C62 "C62" C63 "C63" C64 "C64"
    C65 "C65" C66 "C66" C67 "C67" C68 "C68" C69 "C69" C70 "C70" C71 "C71" C72 "C72" C73 "C73"
    C74 "C74" C75 "C75" C76 "C76" C77 "C77" C78 "C78" C79 "C79" C80 "C80" C81 "C81" C82 "C82"
    C83 "C83" C84 "C84" C85 "C85" C86 "C86" C87 "C87" C88 "C88" C89 "C89" C90 "C90" C91 "C91"
    C92 "C92" C93 "C93" C94 "C94" C95 "C95" C96 "C96" C97 "C97" C98 "C98" C99 "C99" C100 "C100"
    C101 "C101" C102 "C102" C103 "C103" C104 "C104" C105 "C105" C106 "C106" C107 "C107"
    C108 "C108" C109 "C109" C110 "C110" C111 "C111" C112 "C112" C113 "C113" C114 "C114"
    C115 "C115" C116 "C116" C117 "C117" C118 "C118" C119 "C119" C120 "C120" C121 "C121"
    C122 "C122" C123 "C123" C124 "C124" C125 "C125" C126 "C126" C127 "C127" C128 "C128"
    C129 "C129" C130 "C130" C131 "C131" C132 "C132" C133 "C133" C134 "C134" C135 "C135"
    C136 "C136" C137 "C137" C138 "C138" C139 "C139" C140 "C140" C141 "C141" C142 "C142"
    C143 "C143" C144 "C144" C145 "C145" C146 "C146" C147 "C147" C148 "C148" C149 "C149"
    C150 "C150" C151 "C151" C152 "C152" C153 "C153" C154 "C154" C155 "C155" C156 "C156"
    C157 "C157" C158 "C158" C159 "C159" C160 "C160" C161 "C161" C162 "C162" C163 "C163"
    C164 "C164" C165 "C165" C166 "C166" C167 "C167" C168 "C168" C169 "C169" C170 "C170"
    C171 "C171" C172 "C172" C173 "C173" C174 "C174" C175 "C175" C176 "C176" C177 "C177"
    C178 "C178" C179 "C179" C180 "C180" C181 "C181" C182 "C182" C183 "C183" C184 "C184"
    C185 "C185" C186 "C186" C187 "C187" C188 "C188" C189 "C189" C190 "C190" C191 "C191"
    C192 "C192" C193 "C193" C194 "C194" C195 "C195" C196 "C196" C197 "C197" C198 "C198"
    C199 "C199" C200 "C200" C201 "C201" C202 "C202" C203 "C203" C204 "C204" C205 "C205"
    C206 "C206" C207 "C207" C208 "C208" C209 "C209" C210 "C210" C211 "C211" C212 "C212"
    C213 "C213" C214 "C214" C215 "C215" C216 "C216" C217 "C217" C218 "C218" C219 "C219"
    C220 "C220" C221 "C221" C222 "C222" C223 "C223" C224 "C224" C225 "C225" C226 "C226"
    C227 "C227" C228 "C228" C229 "C229" C230 "C230" C231 "C231" C232 "C232" C233 "C233"
    C234 "C234" C235 "C235" C236 "C236" C237 "C237" C238 "C238" C239 "C239" C240 "C240"
    C241 "C241" C242 "C242" C243 "C243" C244 "C244" C245 "C245" C246 "C246" C247 "C247"
    C248 "C248" C249 "C249" C250 "C250" C251 "C251" C252 "C252" C253 "C253" C254 "C254"
    C255 "C255" C256 "C256" C257 "C257" C258 "C258" C259 "C259" C260 "C260" C261 "C261"
    C262 "C262" C263 "C263" C264 "C264" C265 "C265" C266 "C266" C267 "C267" C268 "C268"
    C269 "C269" C270 "C270" C271 "C271" C272 "C272" C273 "C273" C274 "C274" C275 "C275"
    C276 "C276" C277 "C277" C278 "C278" C279 "C279" C280 "C280" C281 "C281" C282 "C282"
    C283 "C283" C284 "C284" C285 "C285" C286 "C286" C287 "C287" C288 "C288" C289 "C289"
    C290 "C290" C291 "C291" C292 "C292" C293 "C293" C294 "C294" C295 "C295" C296 "C296"
    C297 "C297" C298 "C298" C299 "C299"
}

/// The names differ at their end only.
macro_rules! choose_all_of_long_names {
    ($($variant:ident $name:literal)*) => {
        #[derive(elicit_core::Elicit, PartialEq, Eq, PartialOrd, Ord, Hash)]
        enum Region {
            $(#[elicit(rename = $name)] $variant,)*
        }

        #[derive(Elicit)]
        struct Coverage {
            #[elicit(multi_select, default = [$($name),*])]
            listed: Vec<Region>,
            #[elicit(multi_select, default = [$($name),*])]
            sorted: std::collections::BTreeSet<Region>,
        }
    };
}

choose_all_of_long_names! {
    R0 "europe/long-region-name-000" R7 "europe/long-region-name-007"
    R14 "europe/long-region-name-014" R21 "europe/long-region-name-021"
    R28 "europe/long-region-name-028" R35 "europe/long-region-name-035"
    R42 "europe/long-region-name-042" R49 "europe/long-region-name-049"
    R56 "europe/long-region-name-056" R63 "europe/long-region-name-063"
    R70 "europe/long-region-name-070" R77 "europe/long-region-name-077"
    R84 "europe/long-region-name-084" R91 "europe/long-region-name-091"
    R98 "europe/long-region-name-098" R105 "europe/long-region-name-105"
    R112 "europe/long-region-name-112" R119 "europe/long-region-name-119"
    R126 "europe/long-region-name-126" R133 "europe/long-region-name-133"
    R140 "europe/long-region-name-140" R147 "europe/long-region-name-147"
    R154 "europe/long-region-name-154" R161 "europe/long-region-name-161"
    R168 "europe/long-region-name-168" R175 "europe/long-region-name-175"
    R182 "europe/long-region-name-182" R189 "europe/long-region-name-189"
    R196 "europe/long-region-name-196" R203 "europe/long-region-name-203"
    R210 "europe/long-region-name-210" R217 "europe/long-region-name-217"
    R224 "europe/long-region-name-224" R231 "europe/long-region-name-231"
    R238 "europe/long-region-name-238" R245 "europe/long-region-name-245"
    R252 "europe/long-region-name-252" R259 "europe/long-region-name-259"
    R266 "europe/long-region-name-266" R273 "europe/long-region-name-273"
    R280 "europe/long-region-name-280" R287 "europe/long-region-name-287"
    R294 "europe/long-region-name-294" R301 "europe/long-region-name-301"
    R308 "europe/long-region-name-308" R315 "europe/long-region-name-315"
    R322 "europe/long-region-name-322" R329 "europe/long-region-name-329"
    R336 "europe/long-region-name-336" R343 "europe/long-region-name-343"
    R350 "europe/long-region-name-350" R357 "europe/long-region-name-357"
    R364 "europe/long-region-name-364" R371 "europe/long-region-name-371"
    R378 "europe/long-region-name-378" R385 "europe/long-region-name-385"
    R392 "europe/long-region-name-392" R399 "europe/long-region-name-399"
    R6 "europe/long-region-name-006" R13 "europe/long-region-name-013"
    R20 "europe/long-region-name-020" R27 "europe/long-region-name-027"
    R34 "europe/long-region-name-034" R41 "europe/long-region-name-041"
    R48 "europe/long-region-name-048" R55 "europe/long-region-name-055"
    R62 "europe/long-region-name-062" R69 "europe/long-region-name-069"
    R76 "europe/long-region-name-076" R83 "europe/long-region-name-083"
    R90 "europe/long-region-name-090" R97 "europe/long-region-name-097"
    R104 "europe/long-region-name-104" R111 "europe/long-region-name-111"
    R118 "europe/long-region-name-118" R125 "europe/long-region-name-125"
    R132 "europe/long-region-name-132" R139 "europe/long-region-name-139"
    R146 "europe/long-region-name-146" R153 "europe/long-region-name-153"
    R160 "europe/long-region-name-160" R167 "europe/long-region-name-167"
    R174 "europe/long-region-name-174" R181 "europe/long-region-name-181"
    R188 "europe/long-region-name-188" R195 "europe/long-region-name-195"
    R202 "europe/long-region-name-202" R209 "europe/long-region-name-209"
    R216 "europe/long-region-name-216" R223 "europe/long-region-name-223"
    R230 "europe/long-region-name-230" R237 "europe/long-region-name-237"
    R244 "europe/long-region-name-244" R251 "europe/long-region-name-251"
    R258 "europe/long-region-name-258" R265 "europe/long-region-name-265"
    R272 "europe/long-region-name-272" R279 "europe/long-region-name-279"
    R286 "europe/long-region-name-286" R293 "europe/long-region-name-293"
    R300 "europe/long-region-name-300" R307 "europe/long-region-name-307"
    R314 "europe/long-region-name-314" R321 "europe/long-region-name-321"
    R328 "europe/long-region-name-328" R335 "europe/long-region-name-335"
    R342 "europe/long-region-name-342" R349 "europe/long-region-name-349"
    R356 "europe/long-region-name-356" R363 "europe/long-region-name-363"
    R370 "europe/long-region-name-370" R377 "europe/long-region-name-377"
    R384 "europe/long-region-name-384" R391 "europe/long-region-name-391"
    R398 "europe/long-region-name-398" R5 "europe/long-region-name-005"
    R12 "europe/long-region-name-012" R19 "europe/long-region-name-019"
    R26 "europe/long-region-name-026" R33 "europe/long-region-name-033"
    R40 "europe/long-region-name-040" R47 "europe/long-region-name-047"
    R54 "europe/long-region-name-054" R61 "europe/long-region-name-061"
    R68 "europe/long-region-name-068" R75 "europe/long-region-name-075"
    R82 "europe/long-region-name-082" R89 "europe/long-region-name-089"
    R96 "europe/long-region-name-096" R103 "europe/long-region-name-103"
    R110 "europe/long-region-name-110" R117 "europe/long-region-name-117"
    R124 "europe/long-region-name-124" R131 "europe/long-region-name-131"
    R138 "europe/long-region-name-138" R145 "europe/long-region-name-145"
    R152 "europe/long-region-name-152" R159 "europe/long-region-name-159"
    R166 "europe/long-region-name-166" R173 "europe/long-region-name-173"
    R180 "europe/long-region-name-180" R187 "europe/long-region-name-187"
    R194 "europe/long-region-name-194" R201 "europe/long-region-name-201"
    R208 "europe/long-region-name-208" R215 "europe/long-region-name-215"
    R222 "europe/long-region-name-222" R229 "europe/long-region-name-229"
    R236 "europe/long-region-name-236" R243 "europe/long-region-name-243"
    R250 "europe/long-region-name-250" R257 "europe/long-region-name-257"
    R264 "europe/long-region-name-264" R271 "europe/long-region-name-271"
    R278 "europe/long-region-name-278" R285 "europe/long-region-name-285"
    R292 "europe/long-region-name-292" R299 "europe/long-region-name-299"
    R306 "europe/long-region-name-306" R313 "europe/long-region-name-313"
    R320 "europe/long-region-name-320" R327 "europe/long-region-name-327"
    R334 "europe/long-region-name-334" R341 "europe/long-region-name-341"
    R348 "europe/long-region-name-348" R355 "europe/long-region-name-355"
    R362 "europe/long-region-name-362" R369 "europe/long-region-name-369"
    R376 "europe/long-region-name-376" R383 "europe/long-region-name-383"
    R390 "europe/long-region-name-390" R397 "europe/long-region-name-397"
    R4 "europe/long-region-name-004" R11 "europe/long-region-name-011"
    R18 "europe/long-region-name-018" R25 "europe/long-region-name-025"
    R32 "europe/long-region-name-032" R39 "europe/long-region-name-039"
    R46 "europe/long-region-name-046" R53 "europe/long-region-name-053"
    R60 "europe/long-region-name-060" R67 "europe/long-region-name-067"
    R74 "europe/long-region-name-074" R81 "europe/long-region-name-081"
    R88 "europe/long-region-name-088" R95 "europe/long-region-name-095"
    R102 "europe/long-region-name-102" R109 "europe/long-region-name-109"
    R116 "europe/long-region-name-116" R123 "europe/long-region-name-123"
    R130 "europe/long-region-name-130" R137 "europe/long-region-name-137"
    R144 "europe/long-region-name-144" R151 "europe/long-region-name-151"
    R158 "europe/long-region-name-158" R165 "europe/long-region-name-165"
    R172 "europe/long-region-name-172" R179 "europe/long-region-name-179"
    R186 "europe/long-region-name-186" R193 "europe/long-region-name-193"
    R200 "europe/long-region-name-200" R207 "europe/long-region-name-207"
    R214 "europe/long-region-name-214" R221 "europe/long-region-name-221"
    R228 "europe/long-region-name-228" R235 "europe/long-region-name-235"
    R242 "europe/long-region-name-242" R249 "europe/long-region-name-249"
    R256 "europe/long-region-name-256" R263 "europe/long-region-name-263"
    R270 "europe/long-region-name-270" R277 "europe/long-region-name-277"
    R284 "europe/long-region-name-284" R291 "europe/long-region-name-291"
    R298 "europe/long-region-name-298" R305 "europe/long-region-name-305"
    R312 "europe/long-region-name-312" R319 "europe/long-region-name-319"
    R326 "europe/long-region-name-326" R333 "europe/long-region-name-333"
    R340 "europe/long-region-name-340" R347 "europe/long-region-name-347"
    R354 "europe/long-region-name-354" R361 "europe/long-region-name-361"
    R368 "europe/long-region-name-368" R375 "europe/long-region-name-375"
    R382 "europe/long-region-name-382" R389 "europe/long-region-name-389"
    R396 "europe/long-region-name-396" R3 "europe/long-region-name-003"
    R10 "europe/long-region-name-010" R17 "europe/long-region-name-017"
    R24 "europe/long-region-name-024" R31 "europe/long-region-name-031"
    R38 "europe/long-region-name-038" R45 "europe/long-region-name-045"
    R52 "europe/long-region-name-052" R59 "europe/long-region-name-059"
    R66 "europe/long-region-name-066" R73 "europe/long-region-name-073"
    R80 "europe/long-region-name-080" R87 "europe/long-region-name-087"
    R94 "europe/long-region-name-094" R101 "europe/long-region-name-101"
    R108 "europe/long-region-name-108" R115 "europe/long-region-name-115"
    R122 "europe/long-region-name-122" R129 "europe/long-region-name-129"
    R136 "europe/long-region-name-136" R143 "europe/long-region-name-143"
    R150 "europe/long-region-name-150" R157 "europe/long-region-name-157"
    R164 "europe/long-region-name-164" R171 "europe/long-region-name-171"
    R178 "europe/long-region-name-178" R185 "europe/long-region-name-185"
    R192 "europe/long-region-name-192" R199 "europe/long-region-name-199"
    R206 "europe/long-region-name-206" R213 "europe/long-region-name-213"
    R220 "europe/long-region-name-220" R227 "europe/long-region-name-227"
    R234 "europe/long-region-name-234" R241 "europe/long-region-name-241"
    R248 "europe/long-region-name-248" R255 "europe/long-region-name-255"
    R262 "europe/long-region-name-262" R269 "europe/long-region-name-269"
    R276 "europe/long-region-name-276" R283 "europe/long-region-name-283"
    R290 "europe/long-region-name-290" R297 "europe/long-region-name-297"
    R304 "europe/long-region-name-304" R311 "europe/long-region-name-311"
    R318 "europe/long-region-name-318" R325 "europe/long-region-name-325"
    R332 "europe/long-region-name-332" R339 "europe/long-region-name-339"
    R346 "europe/long-region-name-346" R353 "europe/long-region-name-353"
    R360 "europe/long-region-name-360" R367 "europe/long-region-name-367"
    R374 "europe/long-region-name-374" R381 "europe/long-region-name-381"
    R388 "europe/long-region-name-388" R395 "europe/long-region-name-395"
    R2 "europe/long-region-name-002" R9 "europe/long-region-name-009"
    R16 "europe/long-region-name-016" R23 "europe/long-region-name-023"
    R30 "europe/long-region-name-030" R37 "europe/long-region-name-037"
    R44 "europe/long-region-name-044" R51 "europe/long-region-name-051"
    R58 "europe/long-region-name-058" R65 "europe/long-region-name-065"
    R72 "europe/long-region-name-072" R79 "europe/long-region-name-079"
    R86 "europe/long-region-name-086" R93 "europe/long-region-name-093"
    R100 "europe/long-region-name-100" R107 "europe/long-region-name-107"
    R114 "europe/long-region-name-114" R121 "europe/long-region-name-121"
    R128 "europe/long-region-name-128" R135 "europe/long-region-name-135"
    R142 "europe/long-region-name-142" R149 "europe/long-region-name-149"
    R156 "europe/long-region-name-156" R163 "europe/long-region-name-163"
    R170 "europe/long-region-name-170" R177 "europe/long-region-name-177"
    R184 "europe/long-region-name-184" R191 "europe/long-region-name-191"
    R198 "europe/long-region-name-198" R205 "europe/long-region-name-205"
    R212 "europe/long-region-name-212" R219 "europe/long-region-name-219"
    R226 "europe/long-region-name-226" R233 "europe/long-region-name-233"
    R240 "europe/long-region-name-240" R247 "europe/long-region-name-247"
    R254 "europe/long-region-name-254" R261 "europe/long-region-name-261"
    R268 "europe/long-region-name-268" R275 "europe/long-region-name-275"
    R282 "europe/long-region-name-282" R289 "europe/long-region-name-289"
    R296 "europe/long-region-name-296" R303 "europe/long-region-name-303"
    R310 "europe/long-region-name-310" R317 "europe/long-region-name-317"
    R324 "europe/long-region-name-324" R331 "europe/long-region-name-331"
    R338 "europe/long-region-name-338" R345 "europe/long-region-name-345"
    R352 "europe/long-region-name-352" R359 "europe/long-region-name-359"
    R366 "europe/long-region-name-366" R373 "europe/long-region-name-373"
    R380 "europe/long-region-name-380" R387 "europe/long-region-name-387"
    R394 "europe/long-region-name-394" R1 "europe/long-region-name-001"
    R8 "europe/long-region-name-008" R15 "europe/long-region-name-015"
    R22 "europe/long-region-name-022" R29 "europe/long-region-name-029"
    R36 "europe/long-region-name-036" R43 "europe/long-region-name-043"
    R50 "europe/long-region-name-050" R57 "europe/long-region-name-057"
    R64 "europe/long-region-name-064" R71 "europe/long-region-name-071"
    R78 "europe/long-region-name-078" R85 "europe/long-region-name-085"
    R92 "europe/long-region-name-092" R99 "europe/long-region-name-099"
    R106 "europe/long-region-name-106" R113 "europe/long-region-name-113"
    R120 "europe/long-region-name-120" R127 "europe/long-region-name-127"
    R134 "europe/long-region-name-134" R141 "europe/long-region-name-141"
    R148 "europe/long-region-name-148" R155 "europe/long-region-name-155"
    R162 "europe/long-region-name-162" R169 "europe/long-region-name-169"
    R176 "europe/long-region-name-176" R183 "europe/long-region-name-183"
    R190 "europe/long-region-name-190" R197 "europe/long-region-name-197"
    R204 "europe/long-region-name-204" R211 "europe/long-region-name-211"
    R218 "europe/long-region-name-218" R225 "europe/long-region-name-225"
    R232 "europe/long-region-name-232" R239 "europe/long-region-name-239"
    R246 "europe/long-region-name-246" R253 "europe/long-region-name-253"
    R260 "europe/long-region-name-260" R267 "europe/long-region-name-267"
    R274 "europe/long-region-name-274" R281 "europe/long-region-name-281"
    R288 "europe/long-region-name-288" R295 "europe/long-region-name-295"
    R302 "europe/long-region-name-302" R309 "europe/long-region-name-309"
    R316 "europe/long-region-name-316" R323 "europe/long-region-name-323"
    R330 "europe/long-region-name-330" R337 "europe/long-region-name-337"
    R344 "europe/long-region-name-344" R351 "europe/long-region-name-351"
    R358 "europe/long-region-name-358" R365 "europe/long-region-name-365"
    R372 "europe/long-region-name-372" R379 "europe/long-region-name-379"
    R386 "europe/long-region-name-386" R393 "europe/long-region-name-393"
}

/// The defaults of a form, as an answer.
fn first_values<T: Elicit>() -> Value {
    let properties = T::FORM.properties().iter();
    let values = properties.map(|property| match property.default() {
        Some(Literal::List(options)) => (property.name().to_owned(), json!(options)),
        _ => panic!("the default is not a list"),
    });
    values.collect()
}

#[test]
fn three_hundred_options_compile() -> Result<(), InvalidContent> {
    let shipping: Shipping = from_value(&first_values::<Shipping>())?;
    assert_eq!(shipping.countries.len(), 300);
    Ok(())
}

#[test]
fn four_hundred_options_with_long_names_compile() -> Result<(), InvalidContent> {
    let coverage: Coverage = from_value(&first_values::<Coverage>())?;
    assert_eq!((coverage.listed.len(), coverage.sorted.len()), (400, 400));
    Ok(())
}
