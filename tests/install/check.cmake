# Installs BUILD into PREFIX, runs what was installed and builds a stranger's project on it.
# cmake -DBUILD=… -DPREFIX=… -DCXX=… -DBOOST=… -P check.cmake
function(must)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${PREFIX} ${PREFIX}-stranger)
must(${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX})
if(EXISTS ${BUILD}/leasesim)
  must(${PREFIX}/bin/leasesim version)
endif()
must(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR} -B ${PREFIX}-stranger
     -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_PREFIX_PATH=${PREFIX};${BOOST}")
must(${CMAKE_COMMAND} --build ${PREFIX}-stranger)
must(${PREFIX}-stranger/stranger)
