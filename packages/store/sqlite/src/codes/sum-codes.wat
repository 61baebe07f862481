;; Sums numbers of tables by codes, for 16 vectors at a time (see code-sums.ts). Assembled, this is the binary in sum-codes.ts.
(module
  (memory (export "memory") 1)

  ;; codes:  where they begin: for each group of 16 vectors and each byte of a code the byte of every vector
  ;; groups: how many; at least 1
  ;; bytes:  of a code
  ;; tables: where they begin: for each byte of a code 16 numbers for its lower half and 16 for its upper half, up to 127
  ;; sums:   where they are written: 16 bits for each vector
  (func (export "sumCodes")
    (param $codes i32) (param $groups i32) (param $bytes i32) (param $tables i32) (param $sums i32)
    (local $table i32) (local $end i32) (local $byte v128) (local $first v128) (local $last v128)
    (loop $group
      (local.set $first (v128.const i64x2 0 0))
      (local.set $last (v128.const i64x2 0 0))
      (local.set $table (local.get $tables))
      (local.set $end (i32.add (local.get $codes) (i32.shl (local.get $bytes) (i32.const 4))))
      (loop $next
        (local.set $byte (v128.load (local.get $codes)))
        ;; Two numbers up to 127 fit into the eight bits of one.
        (local.set $byte
          (i8x16.add
            (i8x16.swizzle
              (v128.load (local.get $table))
              (v128.and (local.get $byte) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
            (i8x16.swizzle
              (v128.load offset=16 (local.get $table))
              (i8x16.shr_u (local.get $byte) (i32.const 4)))))
        (local.set $first (i16x8.add (local.get $first) (i16x8.extend_low_i8x16_u (local.get $byte))))
        (local.set $last (i16x8.add (local.get $last) (i16x8.extend_high_i8x16_u (local.get $byte))))
        (local.set $table (i32.add (local.get $table) (i32.const 32)))
        (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
        (br_if $next (i32.lt_u (local.get $codes) (local.get $end))))
      (v128.store (local.get $sums) (local.get $first))
      (v128.store offset=16 (local.get $sums) (local.get $last))
      (local.set $sums (i32.add (local.get $sums) (i32.const 32)))
      (local.set $groups (i32.sub (local.get $groups) (i32.const 1)))
      (br_if $group (local.get $groups)))))
