;; Sums numbers of tables by codes, for 64 vectors at a time (see code-sums.ts). The build compiles it to generated/sum-codes.ts.
(module
  (memory (export "memory") 1)

  ;; codes:  where they begin: for each group of 16 vectors and each byte of a code the byte of every vector
  ;; groups: how many; a multiple of 4, which are summed together: to read the tables for each alone takes three times as long
  ;; bytes:  of a code
  ;; tables: where they begin: for each byte of a code 16 numbers for its lower half and 16 for its upper half, up to 127
  ;; sums:   where they are written: 16 bits for each vector
  (func (export "sumCodes")
    (param $codes i32) (param $groups i32) (param $bytes i32) (param $tables i32) (param $sums i32)
    (local $table i32) (local $end i32) (local $size i32) (local $at i32)
    (local $lower v128) (local $upper v128) (local $byte v128)
    (local $first0 v128) (local $last0 v128)
    (local $first1 v128) (local $last1 v128)
    (local $first2 v128) (local $last2 v128)
    (local $first3 v128) (local $last3 v128)
    (local.set $size (i32.shl (local.get $bytes) (i32.const 4)))
    (loop $groups
      (local.set $first0 (v128.const i64x2 0 0))
      (local.set $last0 (v128.const i64x2 0 0))
      (local.set $first1 (v128.const i64x2 0 0))
      (local.set $last1 (v128.const i64x2 0 0))
      (local.set $first2 (v128.const i64x2 0 0))
      (local.set $last2 (v128.const i64x2 0 0))
      (local.set $first3 (v128.const i64x2 0 0))
      (local.set $last3 (v128.const i64x2 0 0))
      (local.set $table (local.get $tables))
      (local.set $end (i32.add (local.get $codes) (local.get $size)))
      (loop $next
        (local.set $lower (v128.load (local.get $table)))
        (local.set $upper (v128.load offset=16 (local.get $table)))
        (local.set $at (local.get $codes))
        (local.set $byte (v128.load (local.get $at)))
        ;; Two numbers up to 127 fit into the eight bits of one.
        (local.set $byte
          (i8x16.add
            (i8x16.swizzle
              (local.get $lower)
              (v128.and (local.get $byte) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
            (i8x16.swizzle (local.get $upper) (i8x16.shr_u (local.get $byte) (i32.const 4)))))
        (local.set $first0 (i16x8.add (local.get $first0) (i16x8.extend_low_i8x16_u (local.get $byte))))
        (local.set $last0 (i16x8.add (local.get $last0) (i16x8.extend_high_i8x16_u (local.get $byte))))
        (local.set $at (i32.add (local.get $at) (local.get $size)))
        (local.set $byte (v128.load (local.get $at)))
        (local.set $byte
          (i8x16.add
            (i8x16.swizzle
              (local.get $lower)
              (v128.and (local.get $byte) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
            (i8x16.swizzle (local.get $upper) (i8x16.shr_u (local.get $byte) (i32.const 4)))))
        (local.set $first1 (i16x8.add (local.get $first1) (i16x8.extend_low_i8x16_u (local.get $byte))))
        (local.set $last1 (i16x8.add (local.get $last1) (i16x8.extend_high_i8x16_u (local.get $byte))))
        (local.set $at (i32.add (local.get $at) (local.get $size)))
        (local.set $byte (v128.load (local.get $at)))
        (local.set $byte
          (i8x16.add
            (i8x16.swizzle
              (local.get $lower)
              (v128.and (local.get $byte) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
            (i8x16.swizzle (local.get $upper) (i8x16.shr_u (local.get $byte) (i32.const 4)))))
        (local.set $first2 (i16x8.add (local.get $first2) (i16x8.extend_low_i8x16_u (local.get $byte))))
        (local.set $last2 (i16x8.add (local.get $last2) (i16x8.extend_high_i8x16_u (local.get $byte))))
        (local.set $at (i32.add (local.get $at) (local.get $size)))
        (local.set $byte (v128.load (local.get $at)))
        (local.set $byte
          (i8x16.add
            (i8x16.swizzle
              (local.get $lower)
              (v128.and (local.get $byte) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
            (i8x16.swizzle (local.get $upper) (i8x16.shr_u (local.get $byte) (i32.const 4)))))
        (local.set $first3 (i16x8.add (local.get $first3) (i16x8.extend_low_i8x16_u (local.get $byte))))
        (local.set $last3 (i16x8.add (local.get $last3) (i16x8.extend_high_i8x16_u (local.get $byte))))
        (local.set $table (i32.add (local.get $table) (i32.const 32)))
        (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
        (br_if $next (i32.lt_u (local.get $codes) (local.get $end))))
      (v128.store (local.get $sums) (local.get $first0))
      (v128.store offset=16 (local.get $sums) (local.get $last0))
      (v128.store offset=32 (local.get $sums) (local.get $first1))
      (v128.store offset=48 (local.get $sums) (local.get $last1))
      (v128.store offset=64 (local.get $sums) (local.get $first2))
      (v128.store offset=80 (local.get $sums) (local.get $last2))
      (v128.store offset=96 (local.get $sums) (local.get $first3))
      (v128.store offset=112 (local.get $sums) (local.get $last3))
      (local.set $codes (i32.add (local.get $codes) (i32.mul (local.get $size) (i32.const 3))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 128)))
      (local.set $groups (i32.sub (local.get $groups) (i32.const 4)))
      (br_if $groups (local.get $groups)))))
